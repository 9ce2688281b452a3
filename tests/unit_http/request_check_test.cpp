#include "app/http/request_check.h"

#include <doctest/doctest.h>
#include <limits>

#include "app/http/exchange.h"

namespace turnstream::app {
namespace {

bool host_passes(const HttpHeaders& headers, const HostRule& rule) {
  const auto refusal = check_host(headers, rule);
  CHECK((!refusal || refusal->status == 403));
  return !refusal.has_value();
}

bool framing_passes(const HttpHeaders& headers, std::string_view version = "HTTP/1.1") {
  const auto refusal = check_framing(headers, version);
  CHECK((!refusal || refusal->status == 400));
  return !refusal.has_value();
}

TEST_CASE("on a loopback address only loopback names and the name of the setting are hosts") {
  const HostRule rule{true, "box.example"};
  for (const char* host : {"localhost", "LOCALHOST:8321", "127.0.0.1", "127.1.2.3:80", "[::1]", "[::1]:8321",
                           "box.example:8321", "Box.Example"}) {
    INFO(host);
    CHECK(host_passes({{"host", host}}, rule));
  }
  for (const char* host : {"evil.example", "evil.example:8321", "localhost.evil.example", "127.0.0.1.evil.example", "",
                           "10.0.0.1", "0.0.0.0", "[::2]", "[::1", "localhost@evil", "1270.0.1"}) {
    INFO(host);
    CHECK(!host_passes({{"Host", host}}, rule));
  }
  CHECK(host_passes({}, rule));
}

TEST_CASE("a target has a path and in absolute form an authority") {
  const auto path_of = [](const std::string& text) { return read_target(text).value().path; };
  const auto authority_of = [](const std::string& text) {
    return read_target(text).value().authority.value_or("none");
  };
  CHECK(path_of("/healthz") == "/healthz");
  CHECK(authority_of("/http://a/b") == "none");
  CHECK(path_of("http://a:80/healthz") == "/healthz");
  CHECK(authority_of("hTTp://a:80/healthz") == "a:80");
  CHECK(path_of("http://[::1]") == "/");
  CHECK(path_of("https://a/healthz") == "https://a/healthz");
  CHECK(path_of("") == "");
  CHECK(!read_target("http://").has_value());
  CHECK(!read_target("http://u@a/").has_value());
  CHECK(check_host({{"Host", "localhost"}}, {true, "box"}, "evil.example:80")->status == 403);
}

TEST_CASE("the authority of a target must be the host") {
  for (const bool loopback : {true, false}) {
    const HostRule rule{loopback, "box"};
    CHECK(!check_host({{"Host", "localhost:80"}}, rule, "localhost:80").has_value());
    CHECK(!check_host({{"Host", "LOCALHOST"}}, rule, "localhost").has_value());
    for (const char* host : {"127.0.0.1:80", "localhost", "localhost:8321", "box:80"}) {
      INFO(host);
      CHECK(check_host({{"Host", host}}, rule, "localhost:80")->status == 400);
    }
    CHECK(!check_host({}, rule, "localhost:80").has_value());
    CHECK(!check_host({{"Origin", "http://localhost:80"}}, rule, "localhost:80").has_value());
    CHECK(check_host({{"Origin", "http://evil.example"}}, rule, "localhost:80")->status == 403);
  }
  CHECK(check_host({{"Host", "a"}}, {false, "0.0.0.0"}, "b")->status == 400);
  CHECK(check_host({{"Host", "evil.example"}}, {true, "box"}, "localhost")->status == 403);
}

TEST_CASE("on another address every host passes") {
  CHECK(host_passes({{"Host", "worker-2:8321"}}, {false, "0.0.0.0"}));
}

TEST_CASE("on a Unix socket every host and origin passes") {
  const HostRule rule{.is_socket = true};
  CHECK(host_passes({{"Host", "evil.example"}, {"Origin", "http://other.example"}}, rule));
  CHECK(!check_host({{"Host", "a"}}, rule, "b").has_value());
}

TEST_CASE("the content type of a body is JSON or where a route says so NDJSON") {
  const auto status = [](const HttpHeaders& headers, bool* lines) {
    const auto refusal = check_content(headers, lines);
    return refusal ? refusal->status : 200;
  };
  bool lines = true;
  for (const char* type : {"application/json", "Application/JSON", " application/json ; charset=utf-8",
                           "application/json;charset=\"UTF-8\"", "application/json; v=1; charset=UTF-8;"}) {
    INFO(type);
    CHECK(status({{"content-type", type}}, nullptr) == 200);
    CHECK(status({{"Content-Type", type}}, &lines) == 200);
    CHECK(!lines);
  }
  CHECK(status({{"Content-Type", "application/x-ndjson; charset=utf-8"}}, &lines) == 200);
  CHECK(lines);
  CHECK(status({{"Content-Type", "application/x-ndjson"}}, nullptr) == 415);
  for (const char* type : {"", "text/plain", "application/json2", "application/x-www-form-urlencoded", ";charset=utf-8",
                           "application/json;charset=latin1", "application/json, text/plain",
                           "application/json; charset=utf-8; charset=utf-16"}) {
    INFO(type);
    CHECK(status({{"Content-Type", type}}, &lines) == 415);
  }
  CHECK(status({}, &lines) == 415);
  CHECK(status({{"Content-Type", "application/json"}, {"Content-Type", "text/plain"}}, &lines) == 415);
  CHECK(status({{"Content-Type", "application/json"}, {"Content-Encoding", "gzip"}}, &lines) == 415);
}

TEST_CASE("an origin must be the host") {
  for (const bool loopback : {true, false}) {
    const HostRule rule{loopback, "0.0.0.0"};
    CHECK(host_passes({{"Host", "localhost:8321"}, {"Origin", "http://localhost:8321"}}, rule));
    CHECK(host_passes({{"Host", "localhost:8321"}, {"ORIGIN", "https://LOCALHOST:8321"}}, rule));
    for (const char* origin : {"http://evil.example", "http://localhost:1", "null", "", "localhost:8321"}) {
      INFO(origin);
      CHECK(!host_passes({{"Host", "localhost:8321"}, {"Origin", origin}}, rule));
    }
  }
}

TEST_CASE("a request whose end is ambiguous is refused") {
  CHECK(framing_passes({{"Host", "a"}, {"Content-Length", "5"}}));
  CHECK(framing_passes({{"Host", "a"}, {"Transfer-Encoding", "Chunked"}}));
  CHECK(!framing_passes({{"Content-Length", "5"}, {"transfer-encoding", "chunked"}}));
  CHECK(!framing_passes({{"Content-Length", "5"}, {"content-length", "5"}}));
  CHECK(!framing_passes({{"Transfer-Encoding", "chunked"}, {"Transfer-Encoding", "chunked"}}));
  CHECK(!framing_passes({{"Transfer-Encoding", "gzip, chunked"}}));
  CHECK(!framing_passes({{"Transfer-Encoding", "identity"}}));
  CHECK(!framing_passes({{"Transfer-Encoding", "chunked"}}, "HTTP/1.0"));
  CHECK(!framing_passes({{"Host", "a"}, {"Host", "b"}}));
}

TEST_CASE("a declared length that is not a number is the longest one") {
  CHECK(!declared_length({}).has_value());
  CHECK(declared_length({{"content-length", "12"}}) == 12U);
  for (const char* text : {"", "-1", "+1", "1 ", "99999999999999999999", "0x1"}) {
    INFO(text);
    CHECK(declared_length({{"Content-Length", text}}) == std::numeric_limits<std::uint64_t>::max());
  }
}

TEST_CASE("a path that shows memory is answered only on a loopback address and on a socket") {
  HttpRoute route{.method = "GET", .path = "/memory", .handler = [](const HttpRequest&) { return HttpAnswer{}; }};
  route.is_private = true;
  const RouteTable routes({route});
  const RequestHead head{
      .method = "GET", .target = "/memory", .query = "", .version = "HTTP/1.1", .headers = {{"Host", "127.0.0.1"}}};
  const auto status_for = [&](const HostRule& rule) { return Exchange(routes, rule, head).answer({}).status; };
  CHECK(status_for({.loopback = true}) == 200);
  CHECK(status_for({.is_socket = true}) == 200);
  CHECK(status_for({.loopback = false, .listen = "0.0.0.0"}) == 403);
}

TEST_CASE("a path that lists the fields of its query refuses others") {
  HttpRoute route{.method = "GET", .path = "/memory", .handler = [](const HttpRequest&) { return HttpAnswer{}; }};
  route.query_fields = {{"as_of"}};
  const RouteTable listed({route});
  route.query_fields.reset();
  const RouteTable open({route});
  const auto answer_to = [&](const RouteTable& routes, const char* query) {
    const RequestHead head{.method = "GET",
                           .target = "/memory",
                           .query = query,
                           .version = "HTTP/1.1",
                           .headers = {{"Host", "127.0.0.1"}}};
    return Exchange(routes, {.loopback = true}, head).answer({});
  };
  CHECK(answer_to(listed, "").status == 200);
  CHECK(answer_to(listed, "as_of=0@1").status == 200);
  CHECK(answer_to(listed, "as_of=0@1&as-of=0@1").status == 400);
  CHECK(answer_to(listed, "as-of=0@1").body.find("the field \\\"as-of\\\"") != std::string::npos);
  CHECK(answer_to(listed, "as_of=0@1&as_of=0@2").status == 400);
  CHECK(answer_to(open, "as-of=0@1").status == 200);
}

}  // namespace
}  // namespace turnstream::app
