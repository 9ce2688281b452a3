#include "stages/lifecycle/strength.h"

#include <doctest/doctest.h>
#include <random>

#include "tests/unit_lifecycle/lifecycle_fixture.h"

namespace turnstream::lifecycle {
namespace {

model::MemoryItem used_at(std::int64_t after_ms, std::int64_t importance = 600'000) {
  model::MemoryItem item = item_of(1);
  item.consolidated_at = LogTime{kStart + after_ms};
  item.importance = importance;
  return item;
}

LogTime at(std::int64_t after_ms) {
  return LogTime{kStart + after_ms};
}

}  // namespace

TEST_CASE("an observation of importance .6 has strength .1009 after 36 days and .0961 after 37") {
  const LifecycleSettings settings;
  CHECK(strength(used_at(0), at(0), settings) == 600'000);
  CHECK(strength(used_at(0), at(14 * kDay), settings) == 300'000);
  CHECK(strength(used_at(0), at(36 * kDay), settings) / 100 == 1009);
  CHECK(strength(used_at(0), at(37 * kDay), settings) / 100 == 960);
  CHECK((strength(used_at(0), at(37 * kDay), settings) + 50) / 100 == 961);
}

TEST_CASE("strength begins again with an access and never exceeds the importance") {
  const LifecycleSettings settings;
  model::MemoryItem item = used_at(0);
  item.last_accessed_at = at(20 * kDay);
  CHECK(strength(item, at(20 * kDay), settings) == 600'000);
  CHECK(strength(item, at(0), settings) == 600'000);
  CHECK(strength(item, at(34 * kDay), settings) == 300'000);
}

TEST_CASE("the due time is the first moment at which the strength is below the threshold") {
  const LifecycleSettings settings;
  std::mt19937_64 random(7);
  for (int i = 0; i < 2000; ++i) {
    model::MemoryItem item = used_at(0, static_cast<std::int64_t>(100'000 + random() % 900'001));
    item.type = static_cast<model::ItemType>(random() % kTypes);
    const LogTime due = due_time(item, settings);
    CAPTURE(item.importance);
    // The tables are exact to a millionth of a doubling: a moment of the half-life.
    const std::int64_t moment = half_life_ms(item.type, settings) / 250'000;
    REQUIRE(strength(item, LogTime{due.value() - moment}, settings) >= settings.archive_threshold);
    REQUIRE(strength(item, LogTime{due.value() + moment}, settings) <= settings.archive_threshold);
    REQUIRE(log2_strength(item, LogTime{due.value() + moment}, settings) < -3'321'928);
  }
}

TEST_CASE("within a type the order of due times is the order of strengths at any moment") {
  const LifecycleSettings settings;
  std::mt19937_64 random(11);
  for (int i = 0; i < 2000; ++i) {
    const model::MemoryItem a = used_at(static_cast<std::int64_t>(random() % (30 * kDay)),
                                        100'000 + static_cast<std::int64_t>(random() % 900'000));
    const model::MemoryItem b = used_at(static_cast<std::int64_t>(random() % (30 * kDay)),
                                        100'000 + static_cast<std::int64_t>(random() % 900'000));
    const LogTime now = at(30 * kDay + static_cast<std::int64_t>(random() % (300 * kDay)));
    const std::int64_t apart = due_time(a, settings).value() - due_time(b, settings).value();
    if (std::abs(apart) < 14 * kDay / 250'000) {
      continue;  // closer than the tables are exact
    }
    REQUIRE((log2_strength(a, now, settings) < log2_strength(b, now, settings)) == (apart < 0));
  }
}

TEST_CASE("an item below the threshold is due at once and no product overflows") {
  LifecycleSettings settings;
  CHECK(due_time(used_at(5, 50'000), settings) == at(5));
  CHECK(due_time(used_at(5, 0), settings) == at(5));
  settings.observation_half_life_days = 3650;
  settings.archive_threshold = 1000;
  const LogTime due = due_time(used_at(0, 1'000'000), settings);
  CHECK((due.value() - kStart) / kDay == 36375);
  CHECK(strength(used_at(0), LogTime{std::int64_t{1} << 60}, settings) == 0);
}

TEST_CASE("fifteen accesses raise an importance of .4 to .6 and none lowers it") {
  const LifecycleSettings settings;
  model::MemoryItem item = used_at(0, 400'000);
  item.base_importance = 400'000;
  item.access_count = 15;
  CHECK(accessed_importance(item, settings) == 600'000);
  item.access_count = 1;
  CHECK(accessed_importance(item, settings) == 450'000);
  item.importance = 700'000;
  CHECK(accessed_importance(item, settings) == 700'000);
}

}  // namespace turnstream::lifecycle
