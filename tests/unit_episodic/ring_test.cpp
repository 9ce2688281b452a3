#include "stages/episodic/ring.h"

#include <doctest/doctest.h>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

RingEntry ring_entry(std::uint8_t id, std::int64_t importance, std::int64_t since_ms = 0) {
  RingEntry made;
  made.id[0] = id;
  made.importance = importance;
  made.since = LogTime{since_ms};
  return made;
}

std::vector<int> ids(const Ring& ring) {
  std::vector<int> found;
  for (const RingEntry& each : ring) {
    found.push_back(each.id[0]);
  }
  return found;
}

TEST_CASE("items from .6 on qualify unless they are ephemeral") {
  Ring ring{ring_entry(1, 599'999), ring_entry(2, 600'000), ring_entry(3, 900'000), ring_entry(4, 1'000'000)};
  ring[3].ephemeral = true;
  CHECK(ids(take_qualifying(ring, kDefaults)) == std::vector<int>{2, 3});
  CHECK(ids(ring) == std::vector<int>{1, 4});
}

TEST_CASE("promotion is due for an item from .7 on or with more than 80 in the ring") {
  CHECK_FALSE(promotion_due(Ring(80), 699'999, kDefaults));
  CHECK(promotion_due(Ring(1), 700'000, kDefaults));
  CHECK(promotion_due(Ring(81), 0, kDefaults));
}

TEST_CASE("the oldest is evicted beyond 100") {
  Ring ring;
  for (int i = 1; i <= 101; ++i) {
    ring.push_back(ring_entry(static_cast<std::uint8_t>(i), 0));
  }
  CHECK(ids(take_evicted(ring, kDefaults)) == std::vector<int>{1});
  CHECK(ring.size() == 100);
  CHECK(take_evicted(ring, kDefaults).empty());
}

TEST_CASE("items age out only if they are older than an hour and below .5") {
  constexpr std::int64_t kHourMs = 3'600'000;
  Ring ring{ring_entry(1, 499'999, 0), ring_entry(2, 500'000, 0), ring_entry(3, 0, 1)};
  CHECK(take_aged_out(ring, LogTime{kHourMs}, kDefaults).empty());
  CHECK(ids(take_aged_out(ring, LogTime{kHourMs + 1}, kDefaults)) == std::vector<int>{1});
  CHECK(ids(take_aged_out(ring, LogTime{kHourMs + 2}, kDefaults)) == std::vector<int>{3});
  CHECK(ids(ring) == std::vector<int>{2});
}

}  // namespace
}  // namespace turnstream::episodic
