#include "pipeline/runtime/intake/intake_time.h"

#include <doctest/doctest.h>

#include "pipeline/runtime/intake/intake_metadata.h"

namespace turnstream::runtime {
namespace {

constexpr std::int64_t kTen = 1'767'261'600'000;  // 2026-01-01T10:00:00Z
constexpr std::int64_t kInterval = 30'000;

EventTime event_after_ms(std::int64_t ms) {
  return EventTime{kTen + ms};
}

}  // namespace

TEST_CASE("there is no tick before the first turn") {
  EventClock clock(kInterval);
  CHECK_FALSE(clock.last().has_value());
  const auto stamp = clock.stamp(event_after_ms(40'000));
  CHECK(stamp.log_time == LogTime{kTen + 40'000});
  CHECK_FALSE(stamp.tick.has_value());
  CHECK(clock.last() == LogTime{kTen + 40'000});
}

TEST_CASE("a turn that crosses no boundary brings no tick") {
  EventClock clock(kInterval);
  clock.stamp(event_after_ms(0));
  CHECK_FALSE(clock.stamp(event_after_ms(1)).tick.has_value());
  CHECK_FALSE(clock.stamp(event_after_ms(29'999)).tick.has_value());
}

TEST_CASE("the tick is the last boundary at or before the turn") {
  EventClock clock(kInterval);
  clock.stamp(event_after_ms(0));
  CHECK(clock.stamp(event_after_ms(30'000)).tick == LogTime{kTen + 30'000});
  CHECK_FALSE(clock.stamp(event_after_ms(30'001)).tick.has_value());
  CHECK(clock.stamp(event_after_ms(65'000)).tick == LogTime{kTen + 60'000});
}

TEST_CASE("a long gap between turns gives one tick") {
  EventClock clock(kInterval);
  clock.stamp(event_after_ms(10));
  const auto stamp = clock.stamp(event_after_ms(5 * 3'600'000 + 7));
  CHECK(stamp.tick == LogTime{kTen + 5 * 3'600'000});
  CHECK(stamp.log_time == LogTime{kTen + 5 * 3'600'000 + 7});
}

TEST_CASE("a late turn gets the partition's time and does not set it back") {
  EventClock clock(kInterval);
  clock.stamp(event_after_ms(50'000));
  const auto late = clock.stamp(event_after_ms(-100'000));
  CHECK(late.log_time == LogTime{kTen + 50'000});
  CHECK_FALSE(late.tick.has_value());
  CHECK(clock.last() == LogTime{kTen + 50'000});
}

TEST_CASE("a clock that resumes continues at its last time") {
  EventClock clock(kInterval);
  clock.resume_at(LogTime{kTen + 29'000});
  CHECK(clock.stamp(event_after_ms(31'000)).tick == LogTime{kTen + 30'000});
}

TEST_CASE("boundaries before 1970 lie at or before their time too") {
  CHECK(last_boundary(-1, kInterval) == -30'000);
  CHECK(last_boundary(-30'000, kInterval) == -30'000);
  CHECK(last_boundary(29'999, kInterval) == 0);
}

TEST_CASE("the metadata of intake's offsets is read back as it was written") {
  auto metadata = decode_intake_metadata(encode_intake_metadata({"abc", LogTime{12}, WallTime{10}}));
  CHECK(metadata.settings == "abc");
  CHECK(metadata.log_time == LogTime{12});
  CHECK(metadata.log_clock == WallTime{10});
  metadata = decode_intake_metadata(encode_intake_metadata({"", std::nullopt, std::nullopt}));
  CHECK(metadata.settings.empty());
  CHECK_FALSE(metadata.log_time.has_value());
  CHECK(decode_intake_metadata("nonsense").settings.empty());
  CHECK_FALSE(decode_intake_metadata("a 12x").log_time.has_value());
}

TEST_CASE("the stamps of a partition under the wall clock never go back and continue slowly while they are ahead") {
  WallStamps stamps;
  CHECK_FALSE(stamps.last().has_value());
  stamps.resume_at(LogTime{kTen + 60'000}, MonotonicTime{0});
  CHECK(stamps.stamp(WallTime{kTen}, MonotonicTime{0}) == LogTime{kTen + 60'000});
  CHECK(stamps.stamp(WallTime{kTen + 10'000}, MonotonicTime{10'000'000}) == LogTime{kTen + 69'000});
  CHECK(stamps.stamp(WallTime{kTen + 600'000}, MonotonicTime{600'000'000}) == LogTime{kTen + 600'000});
  CHECK(stamps.stamp(WallTime{kTen + 600'001}, MonotonicTime{600'001'000}) == LogTime{kTen + 600'001});
  CHECK(stamps.last() == LogTime{kTen + 600'001});
}

}  // namespace turnstream::runtime
