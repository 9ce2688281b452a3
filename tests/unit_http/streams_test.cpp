// Answers without an end: what they send and when, and how they end.
#include <chrono>
#include <deque>
#include <doctest/doctest.h>
#include <thread>
#include <utility>

#include "app/http/http_stream.h"
#include "tests/unit_http/gate.h"
#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

const std::string kAskStream = "GET /stream HTTP/1.1\r\nHost: localhost\r\n\r\n";
const std::string kEnd = "0\r\n\r\n";  // of an answer in chunks

/// What the test says. Passes the gate when the server drops it.
class Said final : public HttpStream {
 public:
  explicit Said(Gate* dropped) : dropped_(dropped) {}
  ~Said() override {
    if (dropped_ != nullptr) {
      dropped_->pass({});
    }
  }
  void say(const std::string& text) {
    const MutexLock lock(mutex_);
    text_ += text;
  }
  void end() {
    const MutexLock lock(mutex_);
    has_ended_ = true;
  }
  bool read(std::string& out, std::size_t) override {
    const MutexLock lock(mutex_);
    out += std::exchange(text_, {});
    return !has_ended_;
  }
  void append_sign_of_life(std::string& out) override { out += "alive"; }

 private:
  Gate* const dropped_;
  Mutex mutex_;
  std::string text_ GUARDED_BY(mutex_);
  bool has_ended_ GUARDED_BY(mutex_) = false;
};

/// So long that only a wake-up can deliver something before RawClient gives up, which fails the test.
constexpr std::chrono::hours kNoSignOfLife{1};

/// A server whose streams all send what the test says.
struct Streaming {
  explicit Streaming(std::chrono::milliseconds silence_max = kNoSignOfLife) {
    dropped.open();
    HttpConfig config;
    config.bell = &bell;
    config.stream_silence_max = silence_max;
    server = serving({{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{.body = "y"}; }},
                      {"GET", "/stream",
                       [this](const HttpRequest& request) {
                         HttpAnswer answer{.content_type = "text/event-stream", .body = {}};
                         answer.headers.push_back({"X-Seen", "<" + request.last_event_id + ">"});
                         answer.stream = next();
                         return answer;
                       }}},
                     config);
  }
  std::shared_ptr<Said> next() {
    const MutexLock lock(mutex);
    return std::exchange(said, nullptr);
  }
  /// The stream that the next request gets.
  std::shared_ptr<Said> prepare() {
    auto made = std::make_shared<Said>(&dropped);
    const MutexLock lock(mutex);
    said = made;
    return made;
  }
  [[nodiscard]] int port() const { return server->address().port; }

  Gate dropped;
  StreamBell bell;
  Mutex mutex;
  std::shared_ptr<Said> said GUARDED_BY(mutex);
  std::unique_ptr<HttpServer> server;
};

/// The body of an answer in chunks, as far as it has come.
std::string chunked_body_of(const std::string& answer) {
  std::string body;
  std::size_t at = answer.find("\r\n\r\n") + 4;
  while (at < answer.size()) {
    const std::size_t line = answer.find("\r\n", at);
    const std::size_t size = std::stoul(answer.substr(at, line - at), nullptr, 16);
    body += answer.substr(line + 2, size);
    at = line + 2 + size + 2;
  }
  return body;
}

TEST_CASE("a stream sends what it has and then what the bell announces") {
  Streaming streaming;
  const auto said = streaming.prepare();
  said->say("first");
  RawClient client(streaming.port());
  client.send(kAskStream);
  const std::string answer = client.receive("first\r\n");
  CHECK(status_of(answer) == 200);
  CHECK(answer.find("Content-Type: text/event-stream") != std::string::npos);
  CHECK(answer.find("X-Seen: <>") != std::string::npos);
  said->say("second");
  streaming.bell.ring();
  CHECK(client.receive("second\r\n").ends_with("second\r\n"));
}

TEST_CASE("no wake-up is lost and nothing comes twice while the bell rings all the time") {
  Streaming streaming;
  const auto said = streaming.prepare();
  RawClient client(streaming.port());
  client.send(kAskStream);
  std::string expected;
  for (int i = 0; i < 5'000; ++i) {
    expected += std::to_string(i) + "\n";
  }
  std::thread writer([&] {
    for (int i = 0; i < 5'000; ++i) {
      said->say(std::to_string(i) + "\n");
      streaming.bell.ring();
      std::this_thread::yield();
    }
    said->end();
    streaming.bell.ring();
  });
  const std::string answer = client.receive(kEnd);
  writer.join();
  CHECK(chunked_body_of(answer) == expected);
}

TEST_CASE("a wake-up right behind the delivery of the last text is not lost") {
  constexpr int kRounds = 200;
  Streaming streaming;
  const auto said = streaming.prepare();
  RawClient client(streaming.port());
  client.send(kAskStream);
  for (int i = 0; i < kRounds; ++i) {
    // The server is about to suspend the connection, or has done so.
    const std::string text = "<" + std::to_string(i) + ">";
    said->say(text);
    streaming.bell.ring();
    REQUIRE(client.receive(text + "\r\n").ends_with(text + "\r\n"));
  }
}

TEST_CASE("a stream without an event shows that it is alive") {
  Streaming streaming(std::chrono::milliseconds(1));
  const auto said = streaming.prepare();
  RawClient client(streaming.port());
  client.send(kAskStream);
  CHECK(client.receive("alive\r\n").ends_with("alive\r\n"));
}

TEST_CASE("text that is longer than the library's buffer comes whole") {
  Streaming streaming;
  const auto said = streaming.prepare();
  RawClient client(streaming.port());
  client.send(kAskStream);
  const std::string text = std::string(3'000'000, 'x') + "end";
  said->say(text);
  said->end();
  streaming.bell.ring();
  CHECK(chunked_body_of(client.receive(kEnd)) == text);
}

TEST_CASE("after the end of a stream the connection answers the next request") {
  Streaming streaming;
  const auto said = streaming.prepare();
  RawClient client(streaming.port());
  client.send(kAskStream);
  said->say("last");
  said->end();
  streaming.bell.ring();
  CHECK(chunked_body_of(client.receive(kEnd)) == "last");
  client.send("GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(client.receive().ends_with("\r\n\r\ny"));
}

TEST_CASE("a stop ends streams that wait") {
  Streaming streaming;
  RawClient client(streaming.port());
  {
    const auto said = streaming.prepare();
    said->say("first");
  }
  client.send(kAskStream);
  client.receive("first\r\n");
  streaming.server.reset();
  CHECK(client.receive().ends_with(kEnd));
  CHECK(streaming.dropped.entered() == 1);
}

TEST_CASE("the stream of a client that has left is dropped") {
  Streaming streaming;
  streaming.prepare()->say("first");
  {
    RawClient client(streaming.port());
    client.send(kAskStream);
    client.receive("first\r\n");
  }
  CHECK(streaming.dropped.wait_for_entered(1));
}

TEST_CASE("a request without its body has no stream and the id of the last event is passed on") {
  Streaming streaming;
  streaming.prepare()->say("first");
  const std::string answer =
      answer_to(*streaming.server,
                "HEAD /stream HTTP/1.1\r\nHost: localhost\r\nlast-event-id: 0@1.2\r\nConnection: close\r\n\r\n");
  CHECK(status_of(answer) == 200);
  CHECK(answer.find("X-Seen: <0@1.2>") != std::string::npos);
  CHECK(answer.ends_with("\r\n\r\n"));
  CHECK(streaming.dropped.wait_for_entered(1));
}

TEST_CASE("more streams than there may be are refused until one ends") {
  Streaming streaming;
  std::deque<RawClient> clients;
  for (std::size_t i = 0; i < kStreamsMax; ++i) {
    streaming.prepare()->say("first");
    clients.emplace_back(streaming.port());
    clients.back().send(kAskStream);
    REQUIRE(clients.back().receive("first\r\n").ends_with("first\r\n"));
  }
  streaming.prepare()->say("first");
  const std::string refused =
      answer_to(*streaming.server, "GET /stream HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  CHECK(status_of(refused) == 503);
  CHECK(refused.find("Retry-After: 1") != std::string::npos);
  CHECK(get(*streaming.server, "/x").ends_with("\r\n\r\ny"));
  REQUIRE(streaming.dropped.wait_for_entered(1));
  clients.pop_front();
  REQUIRE(streaming.dropped.wait_for_entered(2));
  streaming.prepare()->say("again");
  RawClient again(streaming.port());
  again.send(kAskStream);
  CHECK(again.receive("again\r\n").ends_with("again\r\n"));
}

}  // namespace
}  // namespace turnstream::app
