#include "app/http/route_table.h"

#include <doctest/doctest.h>

#include "pipeline/base/log_line.h"

namespace turnstream::app {
namespace {

HttpHandler saying(const std::string& text) {
  return [text](const HttpRequest&) { return HttpAnswer{.body = text}; };
}

std::vector<std::string> route_lines;

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

TEST_CASE("one segment of a path may be a parameter") {
  const RouteTable table({{"GET", "/v1/memories/{id}", saying("memory")},
                          {"GET", "/v1/personas/{id}/timeline", saying("timeline")},
                          {"GET", "/v1/personas/{id}", saying("persona")}});
  const auto found = [&](const std::string& path) {
    const RouteMatch match = table.find("GET", path);
    return match.route == nullptr ? std::to_string(match.refusal.status)
                                  : match.route->handler({}).body + " " + match.parameter;
  };
  CHECK(found("/v1/memories/1-a") == "memory 1-a");
  CHECK(found("/v1/memories/a%2Fb") == "memory a/b");
  CHECK(found("/v1/memories/1%23user") == "memory 1#user");
  CHECK(found("/v1/memories/..") == "memory ..");
  CHECK(found("/v1/memories/%C3%A9+") == "memory é+");
  CHECK(found("/v1/personas/ann/timeline") == "timeline ann");
  CHECK(found("/v1/personas/timeline") == "persona timeline");
  CHECK(found("/v1/personas/a%2Ftimeline") == "persona a/timeline");
  for (const char* path : {"/v1/memories", "/v1/memories/", "/v1/memories/a/b", "/v1/memories/a/", "/v1//memories/a",
                           "/v1/personas//timeline", "/v1/%6Demories/a", "/v1/personas/a/Timeline"}) {
    INFO(path);
    CHECK(found(path) == "404");
  }
  for (const char* path : {"/v1/memories/%00", "/v1/memories/a%", "/v1/memories/%FF", "/v1/personas/%2/timeline"}) {
    INFO(path);
    CHECK(found(path) == "400");
  }
  const RouteMatch other = table.find("POST", "/v1/memories/%FF");
  CHECK(other.refusal.status == 405);
  CHECK(other.refusal.headers.at(0).value == "GET, HEAD");
}

TEST_CASE("a path without a parameter has precedence") {
  const RouteTable table(
      {{"GET", "/v1/{id}", saying("one")}, {"GET", "/v1/all", saying("all")}, {"POST", "/v1/new", saying("new")}});
  CHECK(table.find("GET", "/v1/all").route->handler({}).body == "all");
  CHECK(table.find("GET", "/v1/other").parameter == "other");
  CHECK(table.find("GET", "/v1/%61ll").parameter == "all");
  const RouteMatch other = table.find("GET", "/v1/new");
  CHECK(other.refusal.status == 405);
  CHECK(other.refusal.headers.at(0).value == "POST");
}

TEST_CASE("a handler that throws answers 500 and is logged once until it succeeds") {
  bool fails = true;
  const RouteTable table({{"GET", "/x", [&fails](const HttpRequest&) {
                             return HttpAnswer{.body = fails ? std::string("y").substr(2) : "y"};
                           }}});
  const HttpHandler& handler = table.find("GET", "/x").route->handler;
  route_lines.clear();
  set_log_sink([](LogLevel, const LogFields& fields) { route_lines.push_back(log_text(fields)); });
  CHECK(handler({}).status == 500);
  CHECK(handler({}).status == 500);
  CHECK(route_lines == std::vector<std::string>{"event=http_handler_failed path=/x exception=std::out_of_range"});
  fails = false;
  CHECK(handler({}).body == "y");
  fails = true;
  CHECK(handler({}).status == 500);
  set_log_sink(nullptr);
  CHECK(route_lines.size() == 2);
}

}  // namespace
}  // namespace turnstream::app
