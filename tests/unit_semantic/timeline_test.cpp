#include "stages/semantic/timeline.h"

#include <doctest/doctest.h>
#include <random>

namespace turnstream::semantic {
namespace {

Uuid fact(int number) {
  Uuid id{};
  id[0] = static_cast<std::uint8_t>(number);
  id[6] = 0x50;
  return id;
}

EventTime at(std::int64_t time) {
  return EventTime{time};
}

}  // namespace

TEST_CASE("a value that was stated before and after another one holds again after it") {
  Timeline timeline;
  say(timeline, at(0), fact(1));
  say(timeline, at(10), fact(1));
  say(timeline, at(5), fact(2));
  CHECK(standing_of(timeline, fact(1)).validity.size() == 2);
  CHECK(standing_of(timeline, fact(1)).current);
  CHECK(*standing_of(timeline, fact(2)).validity.front().to == at(10));
}

TEST_CASE("the first value enters an empty timeline and an earlier one enters at its front") {
  Timeline timeline;
  say(timeline, at(5), fact(1));
  CHECK(timeline == Timeline{{at(5), at(5), fact(1)}});
  say(timeline, at(2), fact(2));
  CHECK(timeline == Timeline{{at(2), at(2), fact(2)}, {at(5), at(5), fact(1)}});
  Timeline empty;
  end(empty, at(5), fact(1));
  CHECK(empty.empty());
}

TEST_CASE("if two values are stated for one time the one that arrives later holds") {
  Timeline timeline;
  say(timeline, at(5), fact(1));
  say(timeline, at(5), fact(2));
  CHECK(standing_of(timeline, fact(2)).current);
  CHECK_FALSE(standing_of(timeline, fact(1)).current);
}

TEST_CASE("a value stated for an earlier time holds from that time") {
  Timeline timeline;
  say(timeline, at(5), fact(1));
  say(timeline, at(3), fact(1));
  CHECK(timeline.size() == 1);
  CHECK(timeline.front().first == at(3));
}

TEST_CASE("after an end no value holds until one is stated again") {
  Timeline timeline;
  say(timeline, at(1), fact(1));
  end(timeline, at(5), fact(2));
  CHECK(standing_of(timeline, fact(1)).current);
  end(timeline, at(5), fact(1));
  CHECK_FALSE(standing_of(timeline, fact(1)).current);
  CHECK_FALSE(standing_of(timeline, fact(1)).superseded_by.has_value());
  say(timeline, at(9), fact(1));
  CHECK(standing_of(timeline, fact(1)).validity.size() == 2);
}

TEST_CASE("unsay leaves the neighbours as if the fact had never been stated") {
  Timeline timeline;
  say(timeline, at(1), fact(1));
  say(timeline, at(5), fact(2));
  say(timeline, at(9), fact(1));
  unsay(timeline, fact(2));
  CHECK(timeline.size() == 1);
  CHECK(standing_of(timeline, fact(1)).current);
}

TEST_CASE("a random timeline stays in order without equal neighbours within its bound and reads as written") {
  const auto seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    Timeline timeline;
    for (int i = 0; i < 200; ++i) {
      const Uuid id = fact(1 + static_cast<int>(random() % 5));
      const EventTime time = at(static_cast<std::int64_t>(random() % 300));
      if (random() % 8 == 0) {
        end(timeline, time, id);
      } else if (random() % 50 == 0) {
        unsay(timeline, id);
      } else {
        say(timeline, time, id);
      }
      REQUIRE(timeline.size() <= kTimelinePointsMax);
      for (std::size_t k = 1; k < timeline.size(); ++k) {
        REQUIRE(timeline[k - 1].first <= timeline[k].first);
        REQUIRE(timeline[k - 1].fact != timeline[k].fact);
      }
    }
    REQUIRE(*decode_timeline(encode_timeline(timeline)) == timeline);
  }
}

TEST_CASE("a new value changes only the standing of the facts next to it") {
  const auto seed = std::random_device()();
  CAPTURE(seed);
  std::mt19937 random(seed);
  Timeline timeline;
  for (int i = 0; i < 20'000; ++i) {
    const Timeline before = timeline;
    const Uuid id = fact(1 + static_cast<int>(random() % (i < 10'000 ? 5 : 200)));
    const EventTime time = at(static_cast<std::int64_t>(random() % 1000));
    if (random() % 10 == 0) {
      end(timeline, time, id);
    } else if (random() % 20 == 0) {
      unsay(timeline, id);
    } else {
      say(timeline, time, id);
    }
    const std::set<Uuid> moved = facts_moved(before, timeline);
    for (const Point& point : timeline) {
      if (moved.count(point.fact) == 0) {
        REQUIRE(standing_of(timeline, point.fact) == standing_of(before, point.fact));
      }
    }
  }
}

TEST_CASE("a new value in a full timeline moves few facts") {
  Timeline timeline;
  for (int i = 0; i < 100; ++i) {
    const Timeline before = timeline;
    say(timeline, at(i), fact(i));
    CHECK(facts_moved(before, timeline).size() <= 2);
  }
}

}  // namespace turnstream::semantic
