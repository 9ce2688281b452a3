#include <algorithm>
#include <deque>
#include <doctest/doctest.h>
#include <map>

#include "tests/unit_sessions/session_fixture.h"

namespace turnstream::consolidation {

TEST_CASE("no message of a persona with fifty turns in five minutes waits for fifteen minutes") {
  SessionFixture fixture;
  std::int64_t longest_ms = 0;
  std::map<std::string, std::deque<std::int64_t>> waiting;
  std::size_t seen = 0;
  const auto settle = [&] {
    const auto flushes = fixture.events_of("flush");
    for (; seen < flushes.size(); ++seen) {
      std::deque<std::int64_t>& times = waiting[flushes[seen]["session_id"]];
      longest_ms = std::max(longest_ms, fixture.now_ms() - times.front());
      times.erase(times.begin(), times.begin() + flushes[seen]["messages"].get<int>());
    }
  };
  // Of five turns four are of a long session that ends after an hour, and one is of sessions that last two minutes.
  std::int64_t now = 0;
  for (int i = 0; i < 600; ++i, now += 6 * kSecond) {
    const std::string session = i % 5 == 4 ? "short" + std::to_string(i / 20) : "long";
    waiting[session].insert(waiting[session].end(), 2, now);
    fixture.fact(session, i, now);
    settle();
    for (std::int64_t tick = now; tick < now + 6 * kSecond; tick += kSecond) {
      if (tick % (30 * kSecond) == 0) {
        fixture.tick(tick);
        settle();
      }
    }
  }
  for (int i = 0; i < 60; ++i) {
    fixture.tick_to(now += 30 * kSecond);
    settle();
  }
  CHECK(fixture.sessions["long"]["dirty"] == false);
  CHECK(longest_ms > 600 * kSecond);
  CHECK(longest_ms < 900 * kSecond);
}

TEST_CASE("a cycle that leaves an overdue session is followed by one at the next tick unless a model is asked") {
  for (const bool model : {false, true}) {
    CAPTURE(model);
    SessionFixture fixture;
    if (model) {
      fixture.set_settings(R"({"model":{"name":"small-1"}})");
    }
    // Each window of twenty messages is of ten seconds; a turn in each minute keeps the session from being idle.
    for (int i = 0; i < 60; ++i) {
      fixture.fact("A", i, i * kSecond);
    }
    std::int64_t now = kMinute;
    while (fixture.flushes().empty() && fixture.requests.empty() && now < kHour) {
      fixture.fact("A", 100, now);
      fixture.tick_to(now += kMinute);
    }
    REQUIRE(now < kHour);
    const std::int64_t cycle = fixture.now_ms();
    CHECK(cycle >= 600 * kSecond);
    const std::int64_t due = fixture.driver().timers("helper").at("cycle").value() - kStart;
    if (model) {
      CHECK(due - cycle > 30 * kSecond);
    } else {
      CHECK(due - cycle <= 30 * kSecond);
      fixture.tick_to(cycle + 3 * kMinute);
      CHECK(fixture.flushes().size() >= 6);
    }
  }
}

}  // namespace turnstream::consolidation
