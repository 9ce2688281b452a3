#include <algorithm>
#include <doctest/doctest.h>
#include <fstream>
#include <iterator>
#include <string>

#include "app/http/exchange.h"
#include "app/http/route_table.h"
#include "app/page/assets/asset_text.h"
#include "tests/source_folder.h"
#include "tests/unit_page/page_fixture.h"

namespace turnstream::app {
namespace {

std::string header_of(const HttpAnswer& answer, const std::string& name) {
  const auto found = std::find_if(answer.headers.begin(), answer.headers.end(),
                                  [&](const HttpHeader& header) { return header.name == name; });
  return found == answer.headers.end() ? std::string() : found->value;
}

/// A file as it stands in the sources.
std::string asset(const std::string& name) {
  std::ifstream file(source_folder() + "/app/page/assets/" + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

TEST_CASE_FIXTURE(Remembering, "a browser may load and run only what this server sends and keeps no memory") {
  remember({turn_at(1, "helper", "The api port is 8080")});
  for (const HttpAnswer& answer :
       {page("/"), page("/p/{persona}", "helper"), page("/p/{persona}/memory", "helper"), page("/dead-letters")}) {
    const std::string policy = header_of(answer, "Content-Security-Policy");
    CHECK(has(policy, "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'"));
    CHECK(has(policy, "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"));
    CHECK_FALSE(has(policy, "unsafe"));
    CHECK(header_of(answer, "X-Content-Type-Options") == "nosniff");
    CHECK(header_of(answer, "Referrer-Policy") == "no-referrer");
    CHECK(header_of(answer, "Cache-Control") == "no-store");
    for (const char* foreign : {"http://", "https://", " style=", " onclick=", "<style"}) {
      CHECK_FALSE(has(answer.body, foreign));
    }
  }
}

TEST_CASE_FIXTURE(Remembering,
                  "pages with memory are refused on an address that other machines reach and files are not") {
  remember({turn_at(1, "helper", "The api port is 8080")});
  for (const HttpRoute& route : page_routes({host().recall(), failure, dead_letters})) {
    INFO(route.path);
    const bool is_file = route.path.starts_with("/assets/");
    CHECK(route.is_private == !is_file);
    CHECK(route.scope == (is_file ? HttpScope::kFree : HttpScope::kRead));
    CHECK((route.personas != nullptr) == route.path.starts_with("/p/"));
    CHECK(route.method == "GET");
    CHECK(route.query_fields.has_value());
  }
  const RouteTable table(page_routes({host().recall(), failure, dead_letters}));
  const auto status_elsewhere = [&](const std::string& path) {
    Exchange exchange(table, HostRule{}, {"GET", path, "", "HTTP/1.1", {{"Host", "turnstream.example"}}});
    return exchange.answer({}).status;
  };
  CHECK(status_elsewhere("/") == 403);
  CHECK(status_elsewhere("/p/helper") == 403);
  CHECK(status_elsewhere("/dead-letters") == 403);
  CHECK(status_elsewhere("/assets/page.js") == 200);
}

TEST_CASE("the files are compiled in as they are and name no other server") {
  for (const std::string& text : {page_css(), page_js()}) {
    CHECK(text.size() > 1'000);
    CHECK(text.ends_with("\n"));
    CHECK_FALSE(has(text, "http://"));
    CHECK_FALSE(has(text, "https://"));
    CHECK_FALSE(has(text, "innerHTML"));
    CHECK_FALSE(has(text, "eval("));
  }
  CHECK(page_css() == asset("page.css"));
  CHECK(page_js() == asset("page.js") + asset("feed.js"));
  for (const char* file : {"page.css", "page.js", "feed.js"}) {
    const std::string text = asset(file);
    CHECK(std::count(text.begin(), text.end(), '\n') <= 300);
  }
}

}  // namespace
}  // namespace turnstream::app
