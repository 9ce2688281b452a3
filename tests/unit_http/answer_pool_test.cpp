#include "app/http/answer_pool.h"

#include <atomic>
#include <doctest/doctest.h>

#include "tests/unit_http/gate.h"

namespace turnstream::app {
namespace {

TEST_CASE("jobs run on as many threads as there are and in the order of their arrival") {
  Gate gate;
  std::vector<int> order;
  {
    AnswerPool pool({.threads = 1, .queued_max = 3});
    CHECK(pool.submit([&gate](const std::stop_token& stop) { gate.pass(stop); }));
    REQUIRE(gate.wait_for_entered(1));
    for (int i = 0; i < 3; ++i) {
      CHECK(pool.submit([&order, i](const std::stop_token&) { order.push_back(i); }));
    }
    CHECK(!pool.submit([&order](const std::stop_token&) { order.push_back(3); }));
    gate.open();
  }
  CHECK(order == std::vector<int>{0, 1, 2});
}

TEST_CASE("a stop reaches the running and the queued jobs and refuses later ones") {
  Gate gate;
  std::atomic<int> stopped{0};
  AnswerPool pool({.threads = 2, .queued_max = 100});
  for (int i = 0; i < 2; ++i) {
    CHECK(pool.submit([&](const std::stop_token& stop) { stopped += gate.pass(stop) ? 0 : 1; }));
  }
  REQUIRE(gate.wait_for_entered(2));
  for (int i = 0; i < 50; ++i) {
    CHECK(pool.submit([&](const std::stop_token& stop) { stopped += stop.stop_requested() ? 1 : 0; }));
  }
  pool.stop();
  CHECK(stopped == 52);
  CHECK(!pool.submit([](const std::stop_token&) {}));
  pool.stop();
}

TEST_CASE("a pool without threads takes no job") {
  AnswerPool pool({.threads = 0, .queued_max = 10});
  CHECK(!pool.submit([](const std::stop_token&) {}));
}

}  // namespace
}  // namespace turnstream::app
