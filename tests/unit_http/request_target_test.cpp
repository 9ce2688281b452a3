// The path's parameter, the query and the content type, as a client sends them and a handler sees them.
#include <doctest/doctest.h>

#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

constexpr std::size_t kTargetBodyMax = 100;

std::string shown(const HttpRequest& request) {
  std::string out = request.path + " <" + request.parameter + ">";
  for (const QueryField& field : request.query) {
    out += " [" + field.name + "=" + field.value + "]";
  }
  return out + (request.body.empty() ? "" : " " + request.body) + (request.has_lines ? " lines" : "");
}

HttpRoutes target_routes() {
  const HttpHandler show = [](const HttpRequest& request) { return HttpAnswer{.body = shown(request)}; };
  return {
      {"GET", "/v1/memories/{id}", show},
      {"POST", "/v1/recall", show, kTargetBodyMax},
      {.method = "POST", .path = "/v1/turns", .handler = show, .body_bytes_max = kTargetBodyMax, .takes_lines = true}};
}

std::string body_of(const std::string& answer) {
  return answer.substr(answer.find("\r\n\r\n") + 4);
}

TEST_CASE("a handler gets the parameter and the query decoded") {
  const auto server = serving(target_routes());
  const auto asked = [&](const std::string& target) { return body_of(get(*server, target)); };
  CHECK(asked("/v1/memories/a%2Fb?persona=p+1&x=%2B%26&x") == "/v1/memories/{id} <a/b> [persona=p 1] [x=+&] [x=]");
  CHECK(asked("/v1/memories/%C3%A9%23user") == "/v1/memories/{id} <é#user>");
  CHECK(asked("/v1/memories/a+b?") == "/v1/memories/{id} <a+b>");
  CHECK(asked("http://127.0.0.1/v1/memories/a?b=http://c/?d") == "/v1/memories/{id} <a> [b=http://c/?d]");
}

TEST_CASE("a target that cannot be decoded is a bad request") {
  const auto server = serving(target_routes());
  for (const char* target : {"/v1/memories/a%00", "/v1/memories/%2", "/v1/memories/%FF", "/v1/memories/\xC0\xAF",
                             "/v1/memories/a?b=%00", "/v1/memories/a?%=1", "/v1/memories/a?b=%ED%A0%80"}) {
    INFO(target);
    const std::string answer = get(*server, target);
    CHECK(status_of(answer) == 400);
    CHECK(answer.find("Content-Type: application/problem+json\r\n") != std::string::npos);
  }
  CHECK(status_of(get(*server, "/v1/memories/a/b")) == 404);
  CHECK(status_of(get(*server, "/v1/memories/")) == 404);
  CHECK(status_of(get(*server, "/v1/recall")) == 405);
}

TEST_CASE("a POST has the content type of its route") {
  const auto server = serving(target_routes());
  const auto post = [&](const std::string& path, const std::string& headers) {
    return answer_to(*server, "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n" + headers +
                                  "Content-Length: 2\r\n\r\n{}");
  };
  CHECK(body_of(post("/v1/recall", "Content-Type: application/json; charset=utf-8\r\n")) == "/v1/recall <> {}");
  CHECK(body_of(post("/v1/turns", "Content-Type: application/x-ndjson\r\n")) == "/v1/turns <> {} lines");
  for (const char* headers : {"", "Content-Type: text/plain\r\n", "Content-Type: application/x-ndjson\r\n",
                              "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"}) {
    INFO(headers);
    CHECK(status_of(post("/v1/recall", headers)) == 415);
  }
  const std::string refused = answer_to(
      *server, "POST /v1/recall HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}");
  CHECK(refused.find("Send the body as Content-Type: application/json, in UTF-8.") != std::string::npos);
}

}  // namespace
}  // namespace turnstream::app
