#include <doctest/doctest.h>

#include "stages/skill/skill_rules.h"
#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {
namespace {

const SkillSettings kRuleDefaults;
const evidence::IdleRules kIdle = idle_rules(kRuleDefaults);

Use use_at(std::int64_t at, bool succeeded = true) {
  return {succeeded, EventTime{at}, LogTime{at}, {"item", "turn " + std::to_string(at), "s1"}};
}

KeptSkill used(int successes) {
  KeptSkill kept;
  for (int i = 0; i < successes; ++i) {
    count_use(kept, use_at(i), kRuleDefaults);
  }
  return kept;
}

}  // namespace

TEST_CASE("a skill is a capability from the third use above .7 on until it falls below .3") {
  KeptSkill kept = used(2);
  CHECK(kept.skill.proficiency == 780'000);
  CHECK_FALSE(kept.skill.capability);
  count_use(kept, use_at(2), kRuleDefaults);
  CHECK(kept.skill.capability);
  count_use(kept, use_at(3, false), kRuleDefaults);
  CHECK(kept.skill.proficiency == 660'000);
  CHECK(kept.skill.capability);
  count_use(kept, use_at(4, false), kRuleDefaults);
  count_use(kept, use_at(5, false), kRuleDefaults);
  CHECK(kept.skill.proficiency == 390'000);
  CHECK(kept.skill.capability);
  count_use(kept, use_at(6, false), kRuleDefaults);
  CHECK(kept.skill.proficiency == 287'143);
  CHECK_FALSE(kept.skill.capability);
}

TEST_CASE("exactly .7 makes no capability and exactly .3 keeps one") {
  SkillSettings settings;
  settings.capability_threshold = 870'000;
  settings.retire_threshold = 660'000;
  KeptSkill kept;
  for (int i = 0; i < 3; ++i) {
    count_use(kept, use_at(i), settings);
  }
  CHECK_FALSE(kept.skill.capability);
  settings.capability_threshold = 869'999;
  kept = {};
  for (int i = 0; i < 3; ++i) {
    count_use(kept, use_at(i), settings);
  }
  CHECK(kept.skill.capability);
  count_use(kept, use_at(4, false), settings);
  CHECK(kept.skill.capability);
}

TEST_CASE("first and last seen are event times in any order of turns") {
  KeptSkill kept;
  count_use(kept, use_at(500), kRuleDefaults);
  count_use(kept, use_at(100), kRuleDefaults);
  count_use(kept, use_at(300), kRuleDefaults);
  CHECK(kept.skill.first_seen == EventTime{100});
  CHECK(kept.skill.last_seen == EventTime{500});
  CHECK(kept.last_used == LogTime{300});
  REQUIRE(kept.skill.evolution.size() == 3);
  CHECK(kept.skill.evolution[1].at == EventTime{100});
}

TEST_CASE("an idle period ends to the millisecond and a use undoes its decay") {
  KeptSkill kept = used(4);
  count_use(kept, use_at(0, false), kRuleDefaults);
  const LogTime last = kept.last_used;
  const std::int64_t full = kept.skill.proficiency;
  CHECK(evidence::idleness(kept.rank(), LogTime{last.value() + 30 * kDay - 1}, kIdle) == evidence::Idleness::kSettled);
  const LogTime boundary{last.value() + 30 * kDay};
  CHECK(evidence::next_boundary(last, last, kIdle) == boundary);
  CHECK(evidence::idleness(kept.rank(), boundary, kIdle) == evidence::Idleness::kDecays);
  decay(kept, boundary, EventTime{boundary.value()}, kRuleDefaults);
  CHECK(kept.skill.proficiency == full * 95 / 100);
  CHECK(evidence::idleness(kept.rank(), boundary, kIdle) == evidence::Idleness::kSettled);
  CHECK(evidence::next_boundary(last, boundary, kIdle) == LogTime{last.value() + 60 * kDay});
  count_use(kept, use_at(boundary.value()), kRuleDefaults);
  CHECK(kept.skill.proficiency > full);
}

TEST_CASE("several periods that end at once are one decay") {
  KeptSkill kept = used(3);
  decay(kept, LogTime{kept.last_used.value() + 95 * kDay}, EventTime{7}, kRuleDefaults);
  CHECK(kept.idle_periods == 3);
  CHECK(kept.skill.proficiency == 745'916);
  CHECK(kept.skill.evolution.back() == model::ScorePoint{EventTime{7}, 745'916});
}

}  // namespace turnstream::skill
