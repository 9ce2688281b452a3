#include <deque>
#include <doctest/doctest.h>

#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

const HttpConfig kShortConfig{{std::chrono::milliseconds(1'000), std::chrono::milliseconds(2'000)}};
constexpr int kClients = 150;
constexpr int kManyClients = 1'000;

HttpRoutes slow_routes() {
  return {{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{.body = "y"}; }},
          {"POST", "/x", [](const HttpRequest& request) { return HttpAnswer{.body = request.body}; }, 1'000}};
}

/// Each of `count` clients sends `head`, and then a byte again and again. Returns when the server has closed all;
/// `meanwhile` is called after each round of bytes.
void drip(const HttpServer& server, const std::string& head, const std::function<void()>& meanwhile,
          int count = kClients) {
  std::deque<RawClient> clients;
  for (int i = 0; i < count; ++i) {
    clients.emplace_back(server.address().port).send(head);
  }
  const SystemClock clock;
  const std::int64_t give_up_us = clock.monotonic_now().value() + 60'000'000;
  std::size_t open = clients.size();
  while (open > 0) {
    REQUIRE(clock.monotonic_now().value() < give_up_us);
    open = 0;
    for (RawClient& client : clients) {
      open += !client.is_closed() && client.send("a") ? 1 : 0;
    }
    meanwhile();
  }
}

void check_answers(const HttpServer& server) {
  const std::string answer = get(server, "/x");
  CAPTURE(answer);
  CHECK(answer.ends_with("\r\n\r\ny"));
}

TEST_CASE("clients that drip their headers are closed and others are answered meanwhile") {
  Metrics metrics;
  HttpConfig config = kShortConfig;
  config.metrics = &metrics;
  const auto server = serving(slow_routes(), config);
  drip(*server, "GET /x HTTP/1.1\r\nHost: localhost\r\nX: ", [&] { check_answers(*server); });
  CHECK(metrics.counter({"turnstream_http_connections_cut_total", ""}).Value() >= kClients);
}

TEST_CASE("clients that drip their body are closed and others are answered meanwhile") {
  const auto server = serving(slow_routes(), kShortConfig);
  drip(*server, "POST /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n",
       [&] { check_answers(*server); });
  drip(*server, "POST /x HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n3e8\r\n",
       [&] { check_answers(*server); });
}

TEST_CASE("a route that waits answers while a thousand clients drip their headers or its body") {
  HttpRoutes served = slow_routes();
  served.push_back({.method = "POST",
                    .path = "/v1/recall",
                    .handler = [](const HttpRequest& request) { return HttpAnswer{.body = request.body}; },
                    .body_bytes_max = 1'000'000,
                    .wait_max = std::chrono::milliseconds(60'000)});
  HttpConfig config = kShortConfig;
  config.deadlines = {std::chrono::milliseconds(3'000), std::chrono::milliseconds(3'000)};
  const auto server = serving(served, config);
  const std::string post = "POST /v1/recall HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n";
  const auto ask = [&] {
    const std::string answer = answer_to(*server, post + "Connection: close\r\nContent-Length: 2\r\n\r\n{}");
    CAPTURE(answer);
    CHECK(answer.ends_with("\r\n\r\n{}"));
  };
  drip(*server, post + "X: ", ask, kManyClients);
  drip(*server, post + "Content-Length: 1000000\r\n\r\n", ask, kManyClients);
}

TEST_CASE("clients that send nothing are closed") {
  const auto server = serving(slow_routes(), kShortConfig);
  RawClient idle(server->address().port);
  CHECK(idle.receive().empty());
  RawClient after_one(server->address().port);
  after_one.send("GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n");
  CHECK(after_one.receive().ends_with("\r\n\r\ny"));
}

TEST_CASE("more clients than connections are refused until others are closed") {
  HttpConfig config = kShortConfig;
  config.connections_max = 8;
  const auto server = serving(slow_routes(), config);
  std::deque<RawClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(server->address().port);
  }
  for (RawClient& client : clients) {
    CHECK(client.receive().empty());
  }
  check_answers(*server);
}

}  // namespace
}  // namespace turnstream::app
