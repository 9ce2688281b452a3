#include "app/page/page_routes.h"

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/page/assets/asset_text.h"
#include "app/page/page_frame.h"
#include "app/recall/concerned_personas.h"

namespace turnstream::app {
namespace {

using Fields = std::vector<std::string>;
using View = HttpAnswer (*)(const PageSources&, const HttpRequest&);

constexpr std::chrono::milliseconds kAnswerMax{10'000};
constexpr std::chrono::milliseconds kTopicsMax{60'000};

/// Memory that no longer follows the log is not shown: a person would take it for the present.
HttpRoute page_route(const std::string& path, const PageSources& sources, View view, Fields fields) {
  HttpRoute route{"GET", path, [sources, view](const HttpRequest& request) {
                    const std::optional<Error> failure = sources.failure ? sources.failure() : std::optional<Error>();
                    return failure ? error_page(503, "Memory has stopped to follow the log: " + failure->message)
                                   : view(sources, request);
                  }};
  route.query_fields = std::move(fields);
  route.wait_max = kAnswerMax;
  return private_route(HttpScope::kRead, path.starts_with("/p/") ? HttpPersonas(persona_of_path) : nullptr,
                       std::move(route));
}

HttpRoute file_route(const std::string& path, const std::string& type, std::string (*text)()) {
  HttpRoute route{"GET", path, [type, text](const HttpRequest&) {
                    return HttpAnswer{.content_type = type, .body = text(), .headers = page_headers(true)};
                  }};
  route.query_fields = Fields{};
  return route;
}

}  // namespace

HttpRoutes page_routes(const PageSources& sources) {
  HttpRoutes routes{page_route("/", sources, personas_page, {"after"}),
                    page_route("/p/{persona}", sources, persona_page, {"as_of"}),
                    page_route("/p/{persona}/search", sources, search_page, {"q", "kind", "as_of"}),
                    page_route("/p/{persona}/memory", sources, memory_page, {"id", "as_of"}),
                    page_route("/p/{persona}/history", sources, history_page, {"as_of"}),
                    page_route("/dead-letters", sources, dead_letters_page, {}),
                    file_route("/assets/page.css", "text/css; charset=utf-8", page_css),
                    file_route("/assets/page.js", "text/javascript; charset=utf-8", page_js)};
  for (HttpRoute& route : routes) {
    if (route.path == "/dead-letters") {
      route.wait_max = kTopicsMax;
      route.waits_for_log = true;
    }
  }
  return routes;
}

}  // namespace turnstream::app
