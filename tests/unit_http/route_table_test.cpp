#include "app/http/route_table.h"

#include <doctest/doctest.h>

#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

HttpHandler saying(const std::string& text) {
  return [text](const HttpRequest&) { return HttpAnswer{.body = text}; };
}

std::vector<std::string> lines;

TEST_CASE("a route is found by method and exact path") {
  const RouteTable table({{"GET", "/x", saying("got")}, {"POST", "/x", saying("posted"), 10}});
  CHECK(table.find("GET", "/x").route->handler({}).body == "got");
  CHECK(table.find("HEAD", "/x").route->handler({}).body == "got");
  CHECK(table.find("POST", "/x").route->body_bytes_max == 10);
  for (const char* path : {"/", "/X", "/x/", "/%78", "*", ""}) {
    INFO(path);
    const RouteMatch match = table.find("GET", path);
    CHECK(match.route == nullptr);
    CHECK(match.refusal.status == 404);
  }
}

TEST_CASE("another method of a known path is refused with the methods that it has") {
  const RouteTable table({{"GET", "/x", saying("got")}, {"POST", "/x", saying("posted")}});
  for (const char* method : {"DELETE", "get", "OPTIONS", ""}) {
    const RouteMatch match = table.find(method, "/x");
    CHECK(match.route == nullptr);
    CHECK(match.refusal.status == 405);
    REQUIRE(match.refusal.headers.size() == 1);
    CHECK(match.refusal.headers[0].name == "Allow");
    CHECK(match.refusal.headers[0].value == "GET, HEAD, POST");
    CHECK(match.refusal.content_type == "application/problem+json");
  }
}

TEST_CASE("a handler that throws answers 500 and is logged once until it succeeds") {
  bool fails = true;
  const RouteTable table({{"GET", "/x", [&fails](const HttpRequest&) {
                             return HttpAnswer{.body = fails ? std::string("y").substr(2) : "y"};
                           }}});
  const HttpHandler& handler = table.find("GET", "/x").route->handler;
  lines.clear();
  set_log_sink([](LogLevel, const LogFields& fields) { lines.push_back(log_text(fields)); });
  CHECK(handler({}).status == 500);
  CHECK(handler({}).status == 500);
  CHECK(lines == std::vector<std::string>{"event=http_handler_failed path=/x exception=std::out_of_range"});
  fails = false;
  CHECK(handler({}).body == "y");
  fails = true;
  CHECK(handler({}).status == 500);
  set_log_sink(nullptr);
  CHECK(lines.size() == 2);
}

}  // namespace
}  // namespace turnstream::app
