// Handlers that wait: other requests, the queue, the deadlines, and a stop or a lost client meanwhile.
#include <deque>
#include <doctest/doctest.h>
#include <future>
#include <random>

#include "tests/unit_http/gate.h"
#include "tests/unit_http/raw_client.h"

namespace turnstream::app {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLong{60'000};
const std::string kAskWait = "GET /wait HTTP/1.1\r\nHost: localhost\r\n\r\n";
const std::string kAskOnce = "GET /wait HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

HttpRoutes waiting_routes(Gate& gate, milliseconds wait_max = kLong) {
  return {{"GET", "/x", [](const HttpRequest&) { return HttpAnswer{.body = "y"}; }},
          {.method = "GET",
           .path = "/wait",
           .handler =
               [&gate](const HttpRequest& request) {
                 return HttpAnswer{.body = gate.pass(request.stop) ? "passed" : "stopped"};
               },
           .wait_max = wait_max},
          {.method = "POST",
           .path = "/wait",
           .handler = [](const HttpRequest& request) { return HttpAnswer{.body = "<" + request.body + ">"}; },
           .body_bytes_max = 10,
           .wait_max = wait_max}};
}

HttpConfig with_threads(std::size_t threads, std::size_t queued_max) {
  HttpConfig config;
  config.waiting = {.threads = threads, .queued_max = queued_max};
  return config;
}

TEST_CASE("a handler waits while other requests are answered") {
  Gate gate;
  const auto server = serving(waiting_routes(gate), with_threads(1, 8));
  RawClient client(server->address().port);
  client.send(kAskWait + kAskWait + "GET /x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  REQUIRE(gate.wait_for_entered(1));
  for (int i = 0; i < 10; ++i) {
    CHECK(get(*server, "/x").ends_with("\r\n\r\ny"));
  }
  gate.open();
  const std::string answers = client.receive();
  CHECK(answers.find("passed") != answers.rfind("passed"));
  CHECK(answers.ends_with("\r\n\r\ny"));
  CHECK(gate.entered() == 2);
}

TEST_CASE("routes that wait for the log do not take the threads of the others") {
  Gate gate;
  Gate log;
  HttpRoutes both = waiting_routes(gate);
  HttpRoute of_log = both.at(1);
  of_log.path = "/log";
  of_log.handler = [&log](const HttpRequest& request) {
    return HttpAnswer{.body = log.pass(request.stop) ? "passed" : "stopped"};
  };
  of_log.waits_for_log = true;
  both.push_back(std::move(of_log));
  const auto server = serving(std::move(both), with_threads(1, 8));
  RawClient waits(server->address().port);
  waits.send("GET /log HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
  REQUIRE(log.wait_for_entered(1));
  gate.open();
  CHECK(get(*server, "/wait").ends_with("passed"));
  log.open();
  CHECK(waits.receive().ends_with("passed"));
}

TEST_CASE("a waiting route takes a body and refuses as others do") {
  Gate gate;
  gate.open();
  const auto server = serving(waiting_routes(gate), with_threads(2, 8));
  const auto post = [&](const std::string& type, const std::string& body) {
    return answer_to(*server, "POST /wait HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: " + type +
                                  "\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  CHECK(post("application/json", "0123456789").ends_with("\r\n\r\n<0123456789>"));
  CHECK(status_of(post("application/json", "0123456789a")) == 413);
  CHECK(status_of(post("text/plain", "01")) == 415);
  CHECK(status_of(answer_to(*server, "HEAD" + kAskOnce.substr(3))) == 200);
  CHECK(gate.entered() == 1);
}

TEST_CASE("more requests than the queue holds are refused until others are answered") {
  Metrics metrics;
  HttpConfig config = with_threads(1, 1);
  config.metrics = &metrics;
  Gate gate;
  const auto server = serving(waiting_routes(gate), config);
  auto first = std::async(std::launch::async, [&] { return answer_to(*server, kAskOnce); });
  REQUIRE(gate.wait_for_entered(1));
  constexpr int kMore = 6;
  Gate refused;
  refused.open();
  std::vector<std::future<std::string>> more;
  for (int i = 0; i < kMore; ++i) {
    more.push_back(std::async(std::launch::async, [&] {
      const std::string answer = answer_to(*server, kAskOnce);
      if (status_of(answer) == 503) {
        refused.pass({});
      }
      return answer;
    }));
  }
  CHECK(refused.wait_for_entered(kMore - 1));
  gate.open();
  CHECK(first.get().ends_with("\r\n\r\npassed"));
  int passed = 0;
  for (auto& one : more) {
    const std::string answer = one.get();
    passed += answer.ends_with("\r\n\r\npassed") ? 1 : 0;
    CHECK((status_of(answer) == 200 || answer.find("Retry-After: 1\r\n") != std::string::npos));
  }
  CHECK(passed == 1);
  CHECK(refused.entered() == kMore - 1);
  CHECK(metrics.counter({"turnstream_http_busy_total", ""}).Value() == kMore - 1);
  CHECK(get(*server, "/wait").ends_with("passed"));
}

TEST_CASE("answers of routes that wait are counted by path with their time and others are not") {
  Metrics metrics;
  HttpConfig config = with_threads(1, 8);
  config.metrics = &metrics;
  Gate gate;
  gate.open();
  const auto server = serving(waiting_routes(gate), config);
  CHECK(metrics.text().find("turnstream_http_request_seconds_count{path=\"/wait\"} 0\n") != std::string::npos);
  CHECK(get(*server, "/x").ends_with("y"));
  CHECK(get(*server, "/wait").ends_with("passed"));
  CHECK(metrics.text().find("turnstream_http_request_seconds_count{path=\"/wait\"} 1\n") != std::string::npos);
  CHECK(metrics.text().find("path=\"/x\"") == std::string::npos);
}

TEST_CASE("a request that was queued for too long is refused and its handler not called") {
  Gate gate;
  const auto server = serving(waiting_routes(gate, milliseconds(2'000)), with_threads(1, 8));
  RawClient first(server->address().port);
  first.send(kAskOnce);
  REQUIRE(gate.wait_for_entered(1));
  RawClient second(server->address().port);
  second.send(kAskOnce);
  const SystemClock clock;
  const std::int64_t late_us = clock.monotonic_now().value() + 2'200'000;
  while (clock.monotonic_now().value() < late_us) {
    CHECK(get(*server, "/x").ends_with("\r\n\r\ny"));
  }
  gate.open();
  CHECK(first.receive().ends_with("passed"));
  CHECK(status_of(second.receive()) == 503);
  CHECK(gate.entered() == 1);
}

TEST_CASE("an answer that waits may come after the deadline of the request") {
  HttpConfig config = with_threads(2, 8);
  config.deadlines = {milliseconds(200), milliseconds(200)};
  Gate gate;
  const auto server = serving(waiting_routes(gate), config);
  RawClient client(server->address().port);
  client.send(kAskOnce);
  REQUIRE(gate.wait_for_entered(1));
  RawClient idle(server->address().port);
  CHECK(idle.receive().empty());  // several checks of the deadlines have passed then
  const SystemClock clock;
  const std::int64_t late_us = clock.monotonic_now().value() + 400'000;
  while (clock.monotonic_now().value() < late_us) {
    CHECK(get(*server, "/x").ends_with("\r\n\r\ny"));
  }
  CHECK(!client.is_closed());
  gate.open();
  CHECK(client.receive().ends_with("passed"));
}

TEST_CASE("a handler that ignores its time loses its client and nothing else") {
  HttpConfig config = with_threads(1, 8);
  config.deadlines = {milliseconds(100), milliseconds(100)};
  Gate gate;
  const auto server = serving(waiting_routes(gate, milliseconds(1'000)), config);
  RawClient client(server->address().port);
  client.send(kAskOnce);
  CHECK(client.receive().empty());
  gate.open();
  CHECK(get(*server, "/wait").ends_with("passed"));
}

TEST_CASE("clients that go away during a wait leave no connection behind") {
  Metrics metrics;
  HttpConfig config = with_threads(2, 64);
  config.metrics = &metrics;
  Gate gate;
  const auto server = serving(waiting_routes(gate), config);
  {
    std::deque<RawClient> gone;
    for (int i = 0; i < 40; ++i) {
      gone.emplace_back(server->address().port).send(i % 2 == 0 ? kAskWait : kAskWait + kAskWait);
    }
    REQUIRE(gate.wait_for_entered(2));
  }
  CHECK(get(*server, "/x").ends_with("\r\n\r\ny"));
  gate.open();
  RawClient last(server->address().port);
  const Gauge& open = metrics.gauge({"turnstream_http_connections", ""});
  const SystemClock clock;
  const std::int64_t give_up_us = clock.monotonic_now().value() + 60'000'000;
  while (open.Value() > 1) {
    REQUIRE(clock.monotonic_now().value() < give_up_us);
  }
  last.send(kAskOnce);
  CHECK(last.receive().ends_with("passed"));
}

TEST_CASE("a stop ends waits and refuses what is queued") {
  Gate gate;
  auto server = serving(waiting_routes(gate), with_threads(2, 64));
  std::deque<RawClient> clients;
  for (int i = 0; i < 20; ++i) {
    clients.emplace_back(server->address().port).send(kAskWait);
  }
  REQUIRE(gate.wait_for_entered(2));
  server.reset();
  CHECK(gate.entered() == 2);
  for (RawClient& client : clients) {
    const int status = status_of(client.receive());
    CHECK((status == 0 || status == 200 || status == 503));
  }
}

TEST_CASE("a server stops at any moment while clients ask and go away") {
  const std::uint32_t seed = std::random_device()();
  CAPTURE(seed);
  std::minstd_rand random(seed);
  for (int round = 0; round < 40; ++round) {
    Gate gate;
    if (round % 2 == 0) {
      gate.open();
    }
    auto server = serving(waiting_routes(gate), with_threads(1 + random() % 3, 1 + random() % 8));
    std::deque<RawClient> clients;
    for (int i = 0; i < 30; ++i) {
      clients.emplace_back(server->address().port).send(random() % 4 == 0 ? kAskWait + kAskWait + kAskWait : kAskWait);
      if (random() % 3 == 0) {
        clients.erase(clients.begin() + static_cast<int>(random() % clients.size()));
      }
    }
    gate.wait_for_entered(static_cast<int>(random() % 2));
    server.reset();
    for (RawClient& client : clients) {
      client.receive();
    }
  }
}

}  // namespace
}  // namespace turnstream::app
