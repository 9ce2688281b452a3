#include <doctest/doctest.h>

#include "stages/pattern/pattern_rules.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

using model::PatternType;
using model::Polarity;

const PatternSettings kRuleDefaults;

Signal signal_of(PatternType type, Polarity polarity = Polarity::kPositive) {
  return {type, "key", polarity, polarity == Polarity::kPositive ? "loves key" : "hates key", "/turn_data"};
}

Sighting seen_at(std::int64_t at, const std::string& session = "s1", bool guarded = false) {
  return {EventTime{at}, LogTime{at}, {"item " + std::to_string(at), "turn " + std::to_string(at), session}, guarded};
}

}  // namespace

TEST_CASE("preferences begin with .7 and habits with .6 and what was observed with .5") {
  CHECK(begun(signal_of(PatternType::kPreference), seen_at(0), kRuleDefaults).pattern.confidence == 700'000);
  CHECK(begun(signal_of(PatternType::kHabit), seen_at(0), kRuleDefaults).pattern.confidence == 600'000);
  const SketchEntry counted{
      "key",
      6,
      {{{"a", "t1", "s1"}, EventTime{7}}, {{"b", "t2", "s1"}, EventTime{-5}}, {{"c", "t3", "s2"}, EventTime{0}}}};
  const KeptPattern observed = begun_after(counted, signal_of(PatternType::kTopic), seen_at(0), kRuleDefaults);
  CHECK(observed.pattern.confidence == 500'000);
  CHECK(observed.pattern.occurrences == 3);
  CHECK(observed.pattern.first_seen == EventTime{-5});
  CHECK(observed.pattern.last_seen == EventTime{7});
  CHECK(observed.pattern.sources.size() == 3);
  CHECK(observed.pattern.sources[0].id == "a");
}

TEST_CASE("each recurrence adds a fifth of the distance to 1 and the confidence stays at most .99") {
  KeptPattern kept = begun(signal_of(PatternType::kHabit), seen_at(0), kRuleDefaults);
  reinforce(kept, signal_of(PatternType::kHabit), seen_at(1), kRuleDefaults);
  CHECK(kept.pattern.confidence == 680'000);
  reinforce(kept, signal_of(PatternType::kHabit), seen_at(2), kRuleDefaults);
  CHECK(kept.pattern.confidence == 744'000);
  CHECK(kept.pattern.occurrences == 3);
  for (int i = 3; i < 50; ++i) {
    reinforce(kept, signal_of(PatternType::kHabit), seen_at(i), kRuleDefaults);
  }
  CHECK(kept.pattern.confidence == 990'000);
  CHECK(kept.pattern.sources.size() == 16);
}

TEST_CASE("a pattern at the maximum confidence recurs once a day") {
  KeptPattern kept = begun(signal_of(PatternType::kTopic), seen_at(0), kRuleDefaults);
  kept.pattern.confidence = 990'000;
  const KeptPattern before = kept;
  reinforce(kept, signal_of(PatternType::kTopic), seen_at(kDay - 1), kRuleDefaults);
  CHECK(kept == before);
  reinforce(kept, signal_of(PatternType::kTopic), seen_at(kDay), kRuleDefaults);
  CHECK(kept.pattern.occurrences == 2);
  CHECK(kept.last_used == LogTime{kDay});
}

TEST_CASE("the opposite changes a preference's polarity and its confidence begins again") {
  KeptPattern kept = begun(signal_of(PatternType::kPreference), seen_at(10), kRuleDefaults);
  reinforce(kept, signal_of(PatternType::kPreference), seen_at(20), kRuleDefaults);
  reinforce(kept, signal_of(PatternType::kPreference, Polarity::kNegative), seen_at(30), kRuleDefaults);
  CHECK(kept.pattern.polarity == Polarity::kNegative);
  CHECK(kept.pattern.text == "hates key");
  CHECK(kept.pattern.confidence == 700'000);
  CHECK(kept.pattern.occurrences == 1);
  CHECK(kept.pattern.first_seen == EventTime{10});
  CHECK(kept.pattern.evolution.size() == 3);
  CHECK(kept.pattern.sources.size() == 3);
}

TEST_CASE("an opposite that is older and arrives late changes nothing") {
  KeptPattern kept = begun(signal_of(PatternType::kPreference), seen_at(10), kRuleDefaults);
  const KeptPattern before = kept;
  reinforce(kept, signal_of(PatternType::kPreference, Polarity::kNegative), seen_at(9), kRuleDefaults);
  CHECK(kept == before);
  reinforce(kept, signal_of(PatternType::kPreference, Polarity::kNegative), seen_at(10), kRuleDefaults);
  CHECK(kept.pattern.polarity == Polarity::kNegative);
}

TEST_CASE("a time recurs on a later day only") {
  KeptPattern kept = begun(signal_of(PatternType::kTime), seen_at(kDay), kRuleDefaults);
  const KeptPattern before = kept;
  reinforce(kept, signal_of(PatternType::kTime), seen_at(2 * kDay - 1), kRuleDefaults);
  reinforce(kept, signal_of(PatternType::kTime), seen_at(kMinute), kRuleDefaults);
  CHECK(kept == before);
  reinforce(kept, signal_of(PatternType::kTime), seen_at(2 * kDay), kRuleDefaults);
  CHECK(kept.pattern.confidence == 600'000);
}

TEST_CASE("in guarded turns words count once a session and tools and opposites always") {
  for (const PatternType type : {PatternType::kHabit, PatternType::kTopic}) {
    KeptPattern kept = begun(signal_of(type), seen_at(0, "s1"), kRuleDefaults);
    const KeptPattern before = kept;
    reinforce(kept, signal_of(type), seen_at(1, "s1", true), kRuleDefaults);
    CHECK(kept == before);
    reinforce(kept, signal_of(type), seen_at(2, "s2", true), kRuleDefaults);
    reinforce(kept, signal_of(type), seen_at(3, "s2", true), kRuleDefaults);
    CHECK(kept.pattern.occurrences == 2);
    reinforce(kept, signal_of(type, Polarity::kNegative), seen_at(4, "s2", true), kRuleDefaults);
    CHECK(kept.pattern.polarity == Polarity::kNegative);
  }
  KeptPattern tool = begun(signal_of(PatternType::kTool), seen_at(0), kRuleDefaults);
  reinforce(tool, signal_of(PatternType::kTool), seen_at(1, "s1", true), kRuleDefaults);
  CHECK(tool.pattern.occurrences == 2);
}

TEST_CASE("idle periods lower a confidence until the pattern is removed and a recurrence raises the lowered value") {
  KeptPattern kept = begun(signal_of(PatternType::kTopic), seen_at(0), kRuleDefaults);
  CHECK(decay(kept, LogTime{30 * kDay}, EventTime{1}, kRuleDefaults));
  CHECK(kept.pattern.confidence == 475'000);
  reinforce(kept, signal_of(PatternType::kTopic), seen_at(30 * kDay), kRuleDefaults);
  CHECK(kept.pattern.confidence == 580'000);
  CHECK(kept.idle_periods == 0);
  KeptPattern idle = begun(signal_of(PatternType::kTopic), seen_at(0), kRuleDefaults);
  CHECK(decay(idle, LogTime{17 * 30 * kDay}, EventTime{1}, kRuleDefaults));
  CHECK_FALSE(decay(idle, LogTime{18 * 30 * kDay}, EventTime{2}, kRuleDefaults));
}

}  // namespace turnstream::pattern
