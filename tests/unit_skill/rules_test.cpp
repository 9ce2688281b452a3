#include <doctest/doctest.h>

#include "stages/skill/skill_rules.h"
#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {
namespace {

const SkillSettings kDefaults;

Use use_at(std::int64_t at, bool succeeded = true) {
  return {succeeded, EventTime{at}, LogTime{at}, {"item", "turn " + std::to_string(at), "s1"}};
}

KeptSkill used(int successes) {
  KeptSkill kept;
  for (int i = 0; i < successes; ++i) {
    count_use(kept, use_at(i), kDefaults);
  }
  return kept;
}

}  // namespace

TEST_CASE("a skill is a capability from the third use above .7 on until it falls below .3") {
  KeptSkill kept = used(2);
  CHECK(kept.skill.proficiency == 780'000);
  CHECK_FALSE(kept.skill.capability);
  count_use(kept, use_at(2), kDefaults);
  CHECK(kept.skill.capability);
  count_use(kept, use_at(3, false), kDefaults);
  CHECK(kept.skill.proficiency == 660'000);
  CHECK(kept.skill.capability);
  count_use(kept, use_at(4, false), kDefaults);
  count_use(kept, use_at(5, false), kDefaults);
  CHECK(kept.skill.proficiency == 390'000);
  CHECK(kept.skill.capability);
  count_use(kept, use_at(6, false), kDefaults);
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

TEST_CASE("first and last seen are event times whatever order the turns come in") {
  KeptSkill kept;
  count_use(kept, use_at(500), kDefaults);
  count_use(kept, use_at(100), kDefaults);
  count_use(kept, use_at(300), kDefaults);
  CHECK(kept.skill.first_seen == EventTime{100});
  CHECK(kept.skill.last_seen == EventTime{500});
  CHECK(kept.last_used == LogTime{300});
  REQUIRE(kept.skill.evolution.size() == 3);
  CHECK(kept.skill.evolution[1].at == EventTime{100});
}

TEST_CASE("an idle period ends to the millisecond and a use takes its decay back") {
  KeptSkill kept = used(4);
  count_use(kept, use_at(0, false), kDefaults);
  const LogTime last = kept.last_used;
  const std::int64_t full = kept.skill.proficiency;
  CHECK(idleness(kept.rank(), LogTime{last.value() + 30 * kDay - 1}, kDefaults) == Idleness::kSettled);
  const LogTime boundary{last.value() + 30 * kDay};
  CHECK(next_boundary(last, last, kDefaults) == boundary);
  CHECK(idleness(kept.rank(), boundary, kDefaults) == Idleness::kDecays);
  decay(kept, boundary, EventTime{boundary.value()}, kDefaults);
  CHECK(kept.skill.proficiency == full * 95 / 100);
  CHECK(idleness(kept.rank(), boundary, kDefaults) == Idleness::kSettled);
  CHECK(next_boundary(last, boundary, kDefaults) == LogTime{last.value() + 60 * kDay});
  count_use(kept, use_at(boundary.value()), kDefaults);
  CHECK(kept.skill.proficiency > full);
}

TEST_CASE("after 180 idle days a skill retires though its period would end later") {
  const SkillRank rank{500'000, false, LogTime{0}, 5};
  CHECK(idleness(rank, LogTime{180 * kDay - 1}, kDefaults) == Idleness::kSettled);
  CHECK(idleness(rank, LogTime{180 * kDay}, kDefaults) == Idleness::kRetires);
  SkillSettings settings;
  settings.retire_idle_days = 10;
  CHECK(next_boundary(LogTime{0}, LogTime{0}, settings) == LogTime{10 * kDay});
}

TEST_CASE("several periods that end at once are one decay") {
  KeptSkill kept = used(3);
  decay(kept, LogTime{kept.last_used.value() + 95 * kDay}, EventTime{7}, kDefaults);
  CHECK(kept.idle_periods == 3);
  CHECK(kept.skill.proficiency == 745'916);
  CHECK(kept.skill.evolution.back() == model::ScorePoint{EventTime{7}, 745'916});
}

TEST_CASE("untouched before touched then the less proficient then the longer unused then the lesser id leaves first") {
  const RankedSkill weak{{2}, {100, false, LogTime{5}, 0}, false};
  const RankedSkill older{{3}, {200, false, LogTime{4}, 0}, false};
  const RankedSkill newer{{1}, {200, false, LogTime{5}, 0}, false};
  const RankedSkill same{{2}, {200, false, LogTime{5}, 0}, false};
  const RankedSkill touched{{0}, {0, false, LogTime{0}, 0}, true};
  const std::vector<RankedSkill> order{weak, older, newer, same, touched};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t j = 0; j < order.size(); ++j) {
      CHECK(leaves_first(order[i], order[j]) == (i < j));
    }
  }
}

}  // namespace turnstream::skill
