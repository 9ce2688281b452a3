#include <doctest/doctest.h>
#include <vector>

#include "stages/pattern/even_spread.h"
#include "stages/pattern/event_day.h"
#include "stages/pattern/time_counts.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

/// A natural number of any size: 32 bits an element, the lowest first.
using Big = std::vector<std::uint32_t>;

Big times(Big number, std::uint64_t factor) {
  std::uint64_t carry = 0;
  for (std::uint32_t& part : number) {
    carry += part * factor;
    part = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  if (carry != 0) {
    number.push_back(static_cast<std::uint32_t>(carry));
  }
  return number;
}

Big plus(Big a, const Big& b) {
  a.resize(std::max(a.size(), b.size()) + 1);
  std::uint64_t carry = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    carry += std::uint64_t{a[i]} + (i < b.size() ? b[i] : 0);
    a[i] = static_cast<std::uint32_t>(carry);
    carry >>= 32;
  }
  while (!a.empty() && a.back() == 0) {
    a.pop_back();
  }
  return a;
}

bool less(const Big& a, const Big& b) {
  if (a.size() != b.size()) {
    return a.size() < b.size();
  }
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// For n trials with chance 1/of: element k is the number of outcomes, of `of` to the n, with exactly k hits.
std::vector<Big> next_trial(const std::vector<Big>& outcomes, std::uint64_t of) {
  std::vector<Big> next(outcomes.size() + 1);
  for (std::size_t k = 0; k < outcomes.size(); ++k) {
    next[k] = plus(next[k], times(outcomes[k], of - 1));
    next[k + 1] = plus(next[k + 1], outcomes[k]);
  }
  return next;
}

void check_table(std::uint64_t of, bool (*exceeds)(std::int64_t at_this, std::int64_t of_all)) {
  std::vector<Big> outcomes{{1}};
  Big all{1};
  for (std::int64_t n = 1; n <= kSpreadMax; ++n) {
    outcomes = next_trial(outcomes, of);
    all = times(all, of);
    Big tail;
    for (std::int64_t k = n; k >= 0; --k) {
      tail = plus(tail, outcomes[static_cast<std::size_t>(k)]);
      // The chance of k and more is tail / all; it must be below .01 / of.
      REQUIRE(exceeds(k, n) == less(times(tail, 100 * of), all));
    }
  }
}

Occurrence turn_at(std::int64_t at) {
  return {{"61e2e4d0-312c-5278-9766-75be294db30c", "turn " + std::to_string(at), "s1"}, EventTime{at}};
}

constexpr std::int64_t kHour = 60 * kMinute;

}  // namespace

TEST_CASE("the tables of the even spread are those of the exact binomial test") {
  check_table(24, exceeds_even_hours);
  check_table(7, exceeds_even_weekdays);
}

TEST_CASE("days and hours and weekdays are those of UTC before 1970 too") {
  CHECK(hour_of(EventTime{kStart}) == 10);
  CHECK(weekday_of(EventTime{kStart}) == 3);
  CHECK(weekday_of(EventTime{0}) == 3);
  CHECK(day_of(EventTime{-1}) == -1);
  CHECK(hour_of(EventTime{-1}) == 23);
  CHECK(weekday_of(EventTime{-1}) == 2);
  CHECK(weekday_of(EventTime{-4 * kDay}) == 6);
}

TEST_CASE("all turns of an hour count once and a turn of an earlier day never") {
  TimeCounts counts;
  CHECK(counts.count(turn_at(kStart)).size() == 2);
  CHECK(counts.count(turn_at(kStart + kMinute)).empty());
  const auto later = counts.count(turn_at(kStart + kHour));
  REQUIRE(later.size() == 1);
  CHECK(later[0].number == 11);
  CHECK(later[0].occurrences == 1);
  CHECK(counts.count(turn_at(kStart - kHour)).size() == 1);
  CHECK(counts.count(turn_at(kStart - kDay)).empty());
  CHECK(counts.count(turn_at(kStart + kDay)).size() == 2);
}

TEST_CASE("a time exceeds its share after twenty turns only") {
  TimeCounts counts;
  for (int day = 0; day < 19; ++day) {
    for (const CountedTime& time : counts.count(turn_at(kStart + day * kDay))) {
      CHECK_FALSE(time.exceeds);
    }
  }
  const auto counted = counts.count(turn_at(kStart + 19 * kDay));
  REQUIRE(counted.size() == 2);
  CHECK(counted[0].exceeds);
  CHECK(counted[0].occurrences == 20);
  CHECK(counted[0].first == EventTime{kStart});
  CHECK_FALSE(counted[1].exceeds);  // Each weekday has its share.
  CHECK(counts.turns_of(counted[0]).size() == TimeCounts::kTurnsKept);
  CHECK(counts.turns_of(counted[0]).front() == turn_at(kStart));
  CHECK(counts.turns_of(counted[0])[1] == turn_at(kStart + 17 * kDay));
  CHECK(counts.turns_of(counted[0]).back() == turn_at(kStart + 19 * kDay));
  const auto again = TimeCounts::decode(counts.encode());
  REQUIRE(again.ok());
  CHECK(again->encode() == counts.encode());
  CHECK(again->turns_of(counted[0]) == counts.turns_of(counted[0]));
}

TEST_CASE("hours that are all alike never exceed their share and counts stay small") {
  TimeCounts counts;
  for (int hour = 0; hour < 24 * 60; ++hour) {
    for (const CountedTime& time : counts.count(turn_at(kStart + hour * kHour))) {
      REQUIRE_FALSE(time.exceeds);
      REQUIRE(time.occurrences <= kSpreadMax);
    }
  }
}

TEST_CASE("the first time of an hour is forgotten with its turn") {
  TimeCounts counts;
  for (int day = 0; day < 10; ++day) {
    (void)counts.count(turn_at(kStart + day * kDay));
  }
  CHECK(counts.times()[0].first == EventTime{kStart});
  counts.forget_if([](const model::Source& source) { return source.turn_id == "turn " + std::to_string(kStart); });
  CHECK(counts.times()[0].first == EventTime{kStart + 7 * kDay});
}

TEST_CASE("a time of which all turns are forgotten is counted from zero") {
  TimeCounts counts;
  for (int day = 0; day < 30; ++day) {
    (void)counts.count(turn_at(kStart + day * kDay));
  }
  counts.forget_if([](const model::Source&) { return false; });
  CHECK_FALSE(counts.empty());
  counts.forget_if(
      [](const model::Source& source) { return source.turn_id == "turn " + std::to_string(kStart + 29 * kDay); });
  CHECK(counts.times()[0].occurrences == 29);
  counts.forget_if([](const model::Source&) { return true; });
  CHECK(counts.empty());
}

TEST_CASE("counted times are read back as they were written and damage is detected at every length") {
  TimeCounts counts;
  for (int i = 0; i < 30; ++i) {
    (void)counts.count(turn_at(kStart + i * 7 * kHour));
  }
  const std::string bytes = counts.encode();
  auto read = TimeCounts::decode(bytes);
  REQUIRE(read.ok());
  CHECK(read->encode() == bytes);
  CHECK(read->count(turn_at(kStart + 30 * 7 * kHour)).size() == counts.count(turn_at(kStart + 30 * 7 * kHour)).size());
  CHECK(read->encode() == counts.encode());
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    REQUIRE(TimeCounts::decode(std::string_view(bytes).substr(0, size)).error().reaction == Reaction::kRebuildState);
  }
  CHECK_FALSE(TimeCounts::decode(bytes + "x").ok());
}

}  // namespace turnstream::pattern
