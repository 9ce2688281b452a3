#include "app/run/run_routes.h"

#include <cstddef>
#include <iterator>
#include <stop_token>
#include <utility>

#include "app/openapi/openapi_text.h"
#include "app/page/page_routes.h"

namespace turnstream::app {
namespace {

void append(HttpRoutes& routes, HttpRoutes more) {
  routes.insert(routes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

template <typename Owner>
void append(HttpRoutes& routes, Owner* owner) {
  if (owner != nullptr) {
    append(routes, owner->routes());
  }
}

PageSources page_sources(RecallHost& recall, DeadLetterRoutes& dead_letters) {
  return {recall.recall(), [&recall] { return recall.failure(); },
          [&dead_letters](std::size_t count, const std::stop_token& stop) { return dead_letters.newest(count, stop); }};
}

}  // namespace

HttpRoutes run_routes(RunHealth& health, DeadLetterRoutes& dead_letters, RecallHost* recall, PostingRoutes* posting) {
  HttpRoutes routes = health.routes();
  append(routes, &dead_letters);
  append(routes, recall);
  append(routes, posting);
  routes.push_back({"GET", "/openapi.json", [](const HttpRequest&) {
                      return HttpAnswer{.content_type = "application/json", .body = openapi_text()};
                    }});
  return routes;
}

HttpRoutes served_routes(RunHealth& health, DeadLetterRoutes& dead_letters, RecallHost* recall,
                         PostingRoutes* posting) {
  HttpRoutes routes = run_routes(health, dead_letters, recall, posting);
  if (recall != nullptr) {
    append(routes, page_routes(page_sources(*recall, dead_letters)));
  }
  return routes;
}

}  // namespace turnstream::app
