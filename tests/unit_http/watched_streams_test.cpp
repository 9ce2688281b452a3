// Streams of tokens: when they end, how many a token has, and which requests mean all personas.
#include <deque>
#include <doctest/doctest.h>

#include "app/http/access/access_check.h"
#include "app/http/exchange.h"
#include "tests/unit_http/token_file_folder.h"

namespace turnstream::app {
namespace {

class Endless final : public HttpStream {
 public:
  bool read(std::string& out, std::size_t) override {
    out += "event";
    return true;
  }
  void append_sign_of_life(std::string& out) override { out += "alive"; }
};

/// A server without sockets whose only path gives streams.
struct WatchedStreaming {
  explicit WatchedStreaming(const std::string& tokens) {
    folder.write(tokens);
    auto opened = AccessCheck::open(folder.file(), clock, nullptr);
    REQUIRE(opened.ok());
    check = std::move(opened).value();
  }
  HttpAnswer ask(const std::string& token, const HostRule& rule = {}) {
    const RequestHead head{"GET", "/stream", "", "HTTP/1.1", {{"Host", "box"}, {"Authorization", "Bearer " + token}}};
    return Exchange(routes, rule, head, nullptr, check.get()).answer({});
  }
  /// The file is looked at again.
  void change(const std::string& tokens) {
    folder.write(tokens);
    clock.advance_ms(1'000);
  }
  static HttpRoute route() {
    HttpRoute made{"GET", "/stream", [](const HttpRequest&) {
                     HttpAnswer answer;
                     answer.stream = std::make_shared<Endless>();
                     return answer;
                   }};
    made.scope = HttpScope::kRead;
    return made;
  }

  const RouteTable routes{{route()}};
  ManualClock clock{WallTime{0}};
  TokenFolder folder;
  std::unique_ptr<AccessCheck> check = {};
};

/// "event+" if the stream has not ended.
std::string read(HttpStream& stream) {
  std::string out;
  return stream.read(out, 100) ? out + "+" : out;
}

const std::string kReader = line_for("reader", "read helper");

TEST_CASE("a stream ends when its token is removed from the file") {
  WatchedStreaming streaming(kReader + line_for("other", "read *"));
  const HttpAnswer answer = streaming.ask("reader");
  const HttpAnswer other = streaming.ask("other");
  REQUIRE(answer.stream != nullptr);
  REQUIRE(other.stream != nullptr);
  CHECK(read(*answer.stream) == "event+");
  streaming.change(line_for("other", "read *"));
  CHECK(read(*answer.stream).empty());
  CHECK(read(*answer.stream).empty());
  CHECK(read(*other.stream) == "event+");
}

TEST_CASE("a stream ends when its token permits something else and not when another line changes") {
  WatchedStreaming streaming(kReader);
  const HttpAnswer answer = streaming.ask("reader");
  REQUIRE(answer.stream != nullptr);
  streaming.change(line_for("another", "read *") + kReader);
  CHECK(read(*answer.stream) == "event+");
  streaming.change("wrong\n");
  CHECK(read(*answer.stream) == "event+");
  streaming.change(line_for("reader", "read agent"));
  CHECK(read(*answer.stream).empty());
}

TEST_CASE("a stream shows that it is alive as it would without a token") {
  WatchedStreaming streaming(kReader);
  std::string out;
  streaming.ask("reader").stream->append_sign_of_life(out);
  CHECK(out == "alive");
}

TEST_CASE("a token has a part of the streams and the next one waits until one ends") {
  WatchedStreaming streaming(kReader + line_for("other", "read *"));
  std::deque<HttpAnswer> open;
  for (std::size_t i = 0; i < kTokenStreamsMax; ++i) {
    open.push_back(streaming.ask("reader"));
    REQUIRE(open.back().stream != nullptr);
  }
  const HttpAnswer refused = streaming.ask("reader");
  CHECK(refused.status == 503);
  CHECK(refused.stream == nullptr);
  CHECK(refused.body.find("The token has 64 open streams") != std::string::npos);
  CHECK(streaming.ask("other").stream != nullptr);
  CHECK(streaming.ask("reader", {.is_socket = true}).stream != nullptr);
  open.pop_front();
  CHECK(streaming.ask("reader").stream != nullptr);
  open.push_back(streaming.ask("reader"));
  CHECK(open.back().stream != nullptr);
  CHECK(streaming.ask("reader").status == 503);
}

TEST_CASE("a request that names no persona and means all needs a token that covers all") {
  HttpRoute route = WatchedStreaming::route();
  route.is_private = true;
  route.personas = [](const HttpRequest&) { return std::vector<ConcernedPersona>{{std::nullopt, "the query"}}; };
  const TokenEntry some{{}, {HttpScope::kRead}, {"helper", "**", "?*"}};
  const auto refusal = check_personas(some, route, {});
  REQUIRE(refusal.has_value());
  CHECK(refusal->status == 403);
  CHECK(refusal->body.find("Without a persona in the query, all are meant") != std::string::npos);
  const TokenEntry all{{}, {HttpScope::kRead}, {"helper", "*"}};
  CHECK_FALSE(check_personas(all, route, {}).has_value());
}

}  // namespace
}  // namespace turnstream::app
