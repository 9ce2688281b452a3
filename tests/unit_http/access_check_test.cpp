#include "app/http/access/access_check.h"

#include <doctest/doctest.h>

#include "app/http/exchange.h"
#include "app/http/http_server.h"
#include "tests/unit_http/raw_client.h"
#include "tests/unit_http/token_file_folder.h"

namespace turnstream::app {
namespace {

const std::string kTokens = line_for("reader", "read helper,agent-*") + line_for("writer", "write helper") +
                            line_for("admin", "admin *") + line_for("all", "read,write,admin *");

HttpHeaders bearing(const std::string& token) {
  return {{"Host", "box"}, {"Authorization", "Bearer " + token}};
}

std::string header_of(const HttpAnswer& answer, const std::string& name) {
  for (const HttpHeader& header : answer.headers) {
    if (header.name == name) {
      return header.value;
    }
  }
  return "";
}

/// Each character of the body is a persona, apart from blanks.
std::vector<ConcernedPersona> personas_of_letters(const HttpRequest& request) {
  std::vector<ConcernedPersona> personas;
  for (const char letter : request.body) {
    if (letter != ' ') {
      personas.push_back({std::string(1, letter), "letter " + std::to_string(personas.size())});
    }
  }
  return personas;
}

/// A server without sockets.
class Serving {
 public:
  explicit Serving(const std::string& tokens = kTokens) {
    folder_.write(tokens);
    auto check = AccessCheck::open(folder_.file(), clock_, &metrics_);
    REQUIRE(check.ok());
    check_ = std::move(check).value();
  }

  HttpAnswer ask(const HttpHeaders& headers, const std::string& path = "/about/helper", const HostRule& rule = {}) {
    Exchange exchange(routes_, rule, {"GET", path, "", "HTTP/1.1", headers}, nullptr, check_.get());
    return exchange.answer({});
  }
  HttpAnswer send(const std::string& token, const std::string& body) {
    HttpHeaders headers = bearing(token);
    headers.push_back({"Content-Type", "application/json"});
    Exchange exchange(routes_, {}, {"POST", "/letters", "", "HTTP/1.1", headers}, nullptr, check_.get());
    exchange.add(body);
    return exchange.answer({});
  }

  ManualClock clock_{WallTime{0}};
  TokenFolder folder_;
  Metrics metrics_;
  std::vector<std::string> handled_ = {};  ///< the bodies that the handler of /letters got
  std::unique_ptr<AccessCheck> check_ = {};

 private:
  static HttpRoute route(const std::string& method, const std::string& path, HttpScope scope, bool is_private) {
    HttpRoute made{method, path, [](const HttpRequest&) { return HttpAnswer{.body = "shown"}; }};
    made.scope = scope;
    made.is_private = is_private;
    return made;
  }
  HttpRoutes routes() {
    HttpRoutes made{route("GET", "/free", HttpScope::kFree, false), route("GET", "/metrics", HttpScope::kAdmin, false),
                    route("GET", "/about/{id}", HttpScope::kRead, true),
                    route("GET", "/digest", HttpScope::kAdmin, true),
                    route("POST", "/letters", HttpScope::kWrite, true)};
    made[2].personas = [](const HttpRequest& request) {
      return std::vector<ConcernedPersona>{{request.parameter, "the path"}};
    };
    made[4].body_bytes_max = 10;
    made[4].personas = personas_of_letters;
    made[4].handler = [this](const HttpRequest& request) {
      handled_.push_back(request.body);
      return HttpAnswer{.body = "sent"};
    };
    return made;
  }

  const RouteTable routes_{routes()};
};

TEST_CASE("a request without a right token is refused with a challenge") {
  Serving serving;
  const HttpAnswer missing = serving.ask({{"Host", "box"}});
  CHECK(missing.status == 401);
  CHECK(header_of(missing, "WWW-Authenticate") == "Bearer");
  CHECK(missing.content_type == "application/problem+json");
  const HttpAnswer wrong = serving.ask(bearing("guess"));
  CHECK(wrong.status == 401);
  CHECK(header_of(wrong, "WWW-Authenticate") == "Bearer error=\"invalid_token\"");
  CHECK(wrong.body.find("guess") == std::string::npos);
  for (const HttpHeaders& headers :
       {HttpHeaders{{"Host", "box"}, {"Authorization", "reader"}},
        HttpHeaders{{"Host", "box"}, {"Authorization", "Bearer"}},
        HttpHeaders{{"Host", "box"}, {"Authorization", "Bearer  "}},
        HttpHeaders{{"Host", "box"}, {"Authorization", "Basic reader"}},
        HttpHeaders{{"Host", "box"}, {"Authorization", "Bearer reader"}, {"authorization", "Bearer reader"}},
        HttpHeaders{{"Host", "box"}, {"Proxy-Authorization", "Bearer reader"}}}) {
    CHECK(serving.ask(headers).status == 401);
  }
  CHECK(serving.ask({{"Host", "box"}, {"AUTHORIZATION", "bearer  reader "}}).status == 200);
}

TEST_CASE("a token is needed at each address and never on the Unix socket") {
  Serving serving;
  const HostRule loopback{.loopback = true};
  const HttpHeaders local{{"Host", "localhost"}};
  CHECK(serving.ask(local, "/about/helper", loopback).status == 401);
  CHECK(serving.ask(local, "/metrics", loopback).status == 401);
  CHECK(serving.ask(local, "/free", loopback).status == 200);
  CHECK(serving.ask({}, "/about/other", {.is_socket = true}).status == 200);
  CHECK(serving.ask({}, "/digest", {.is_socket = true}).status == 200);
  CHECK(serving.ask(bearing("guess"), "/about/other", {.is_socket = true}).status == 200);
  CHECK(serving.ask(bearing("reader")).status == 200);
  CHECK(serving.ask({{"Host", "box"}}, "/free").status == 200);
  CHECK(serving.ask({{"Host", "box"}}, "/nothing").status == 404);
  CHECK(serving.ask({{"Host", "evil"}, {"Authorization", "Bearer all"}}, "/about/helper", loopback).status == 403);
}

TEST_CASE("a token permits its scopes and no scope includes another one") {
  Serving serving;
  const HttpAnswer answer = serving.ask(bearing("admin"));
  CHECK(answer.status == 403);
  CHECK(answer.body.find("scope read") != std::string::npos);
  CHECK(header_of(answer, "WWW-Authenticate") == "Bearer error=\"insufficient_scope\", scope=\"read\"");
  CHECK(serving.ask(bearing("writer")).status == 403);
  CHECK(serving.ask(bearing("reader"), "/metrics").status == 403);
  CHECK(serving.ask(bearing("admin"), "/metrics").status == 200);
  CHECK(serving.ask(bearing("all")).status == 200);
  CHECK(serving.send("reader", "a").status == 403);
  CHECK(serving.handled_.empty());
}

TEST_CASE("a token is refused for a persona that it does not cover") {
  Serving serving;
  CHECK(serving.ask(bearing("reader"), "/about/agent-7").status == 200);
  const HttpAnswer answer = serving.ask(bearing("reader"), "/about/other");
  CHECK(answer.status == 403);
  CHECK(answer.body.find("does not cover the persona of the path") != std::string::npos);
  CHECK(serving.ask(bearing("reader"), "/about/helper%2Fother").status == 403);
  CHECK(serving.ask(bearing("all"), "/about/other").status == 200);
}

TEST_CASE("a private path that names no personas needs a token that covers all") {
  Serving serving(line_for("some", "admin helper,agent-*") + line_for("each", "admin a*,*"));
  CHECK(serving.ask(bearing("some"), "/digest").status == 403);
  CHECK(serving.ask(bearing("some"), "/metrics").status == 200);
  CHECK(serving.ask(bearing("each"), "/digest").status == 200);
}

TEST_CASE("a request with one persona that is not covered is refused as a whole") {
  Serving serving(line_for("ab", "write a,b"));
  CHECK(serving.send("ab", "a b").status == 200);
  const HttpAnswer answer = serving.send("ab", "abcd");
  CHECK(answer.status == 403);
  CHECK(answer.body.find("the persona of letter 2.") != std::string::npos);
  CHECK(serving.send("ab", "  ").status == 200);
  CHECK(serving.handled_ == std::vector<std::string>{"a b", "  "});
}

TEST_CASE("the body of a request without a right token is not kept") {
  Serving serving;
  const RouteTable routes({[] {
    HttpRoute route{"POST", "/big", [](const HttpRequest&) { return HttpAnswer{}; }, std::size_t{8} << 20U};
    route.scope = HttpScope::kWrite;
    route.is_private = true;
    return route;
  }()});
  const RequestHead head{"POST",
                         "/big",
                         "",
                         "HTTP/1.1",
                         {{"Host", "box"}, {"Content-Type", "application/json"}, {"Content-Length", "5000000"}}};
  BodyBudget budget(10);
  Exchange exchange(routes, {}, head, &budget, serving.check_.get());
  REQUIRE(exchange.answer_before_body() != nullptr);
  CHECK(exchange.answer_before_body()->status == 401);
  RequestHead chunked = head;
  chunked.headers.back() = {"Transfer-Encoding", "chunked"};
  Exchange another(routes, {}, chunked, &budget, serving.check_.get());
  another.add(std::string(100, 'x'));
  CHECK(another.answer({}).status == 401);
  CHECK(budget.take(10));
}

TEST_CASE("a token has a hundred requests at once and then fifty a second") {
  Serving serving;
  for (int i = 0; i < 100; ++i) {
    REQUIRE(serving.ask(bearing("reader")).status == 200);
  }
  const HttpAnswer answer = serving.ask(bearing("reader"));
  CHECK(answer.status == 429);
  CHECK(header_of(answer, "Retry-After") == "1");
  CHECK(serving.ask(bearing("all")).status == 200);
  serving.clock_.advance_ms(19);
  CHECK(serving.ask(bearing("reader")).status == 429);
  serving.clock_.advance_ms(1);
  CHECK(serving.ask(bearing("reader")).status == 200);
  CHECK(serving.ask(bearing("reader")).status == 429);
  serving.clock_.advance_ms(60'000);
  for (int i = 0; i < 100; ++i) {
    REQUIRE(serving.ask(bearing("reader")).status == 200);
  }
  CHECK(serving.ask(bearing("reader")).status == 429);
  serving.clock_.step_wall_ms(3'600'000);
  CHECK(serving.ask(bearing("reader")).status == 429);
}

TEST_CASE("wrong tokens have one limit together which takes nothing from right ones") {
  Serving serving;
  for (int i = 0; i < 100; ++i) {
    REQUIRE(serving.ask(bearing("guess " + std::to_string(i))).status == 401);
  }
  const RouteTable routes({[] {
    HttpRoute route{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{}; }};
    route.scope = HttpScope::kRead;
    return route;
  }()});
  Exchange guess(routes, {}, {"GET", "/x", "", "HTTP/1.1", bearing("guess")}, nullptr, serving.check_.get());
  REQUIRE(guess.answer_before_body() != nullptr);  // the connection is closed
  CHECK(guess.answer_before_body()->status == 429);
  CHECK(header_of(*guess.answer_before_body(), "Retry-After") == "1");
  CHECK(serving.ask(bearing("reader")).status == 200);
  CHECK(serving.ask({{"Host", "box"}}).status == 401);
  serving.clock_.advance_ms(100);
  CHECK(serving.ask(bearing("guess")).status == 401);
  CHECK(serving.ask(bearing("guess")).status == 429);
}

TEST_CASE("a changed file is in force a second later") {
  Serving serving;
  CHECK(serving.ask(bearing("reader")).status == 200);
  serving.folder_.write(line_for("next", "read helper"));
  serving.clock_.advance_ms(1'000);
  CHECK(serving.ask(bearing("reader")).status == 401);
  CHECK(serving.ask(bearing("next")).status == 200);
  serving.folder_.write("wrong\n");
  serving.clock_.advance_ms(1'000);
  CHECK(serving.ask(bearing("next")).status == 200);
}

TEST_CASE("refusals are counted") {
  Serving serving(line_for("one", "read *"));
  const auto count = [&](const std::string& name) {
    const auto found = serving.metrics_.find(name, {});
    REQUIRE(found.size() == 1);
    return found.front().counter.value;
  };
  serving.ask({{"Host", "box"}});
  serving.ask(bearing("guess"));
  CHECK(count("turnstream_http_unauthorized_total") == 2);
  for (int i = 0; i < 102; ++i) {
    serving.ask(bearing("one"));
  }
  CHECK(count("turnstream_http_throttled_total") == 2);
}

TEST_CASE("a server refuses a long body without a token before it is sent") {
  const TokenFolder folder;
  folder.write(kTokens);
  HttpConfig config;
  config.tokens_file = folder.file();
  HttpRoute route{"POST", "/big", [](const HttpRequest&) { return HttpAnswer{.body = "sent"}; }, std::size_t{8} << 20U};
  route.scope = HttpScope::kWrite;
  const auto server = serving({route}, config);
  const std::string head = "POST /big HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n";
  const std::string refused = answer_to(*server, head + "Content-Length: 8000000\r\n\r\n");
  CHECK(status_of(refused) == 401);
  CHECK(refused.find("WWW-Authenticate: Bearer\r\n") != std::string::npos);
  const std::string sent =
      answer_to(*server, head + "Connection: close\r\nAuthorization: Bearer writer\r\nContent-Length: 2\r\n\r\n{}");
  CHECK(status_of(sent) == 200);
}

TEST_CASE("a server does not start with a wrong tokens file") {
  const TokenFolder folder;
  HttpConfig config;
  config.tokens_file = folder.file();
  for (const char* address : {"", "127.0.0.1:0"}) {
    const auto server = HttpServer::start(address, {}, config);
    REQUIRE(!server.ok());
    CHECK(server.error().code == error_codes::kSettings);
  }
}

}  // namespace
}  // namespace turnstream::app
