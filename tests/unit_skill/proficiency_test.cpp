#include "stages/skill/proficiency.h"

#include <doctest/doctest.h>

namespace turnstream::skill {
namespace {

const SkillSettings kProficiencyDefaults;

}  // namespace

TEST_CASE("one two and three successes give .69 and .78 and .87 and a failure then .66") {
  CHECK(proficiency({1, 0}, kProficiencyDefaults) == 690'000);
  CHECK(proficiency({2, 0}, kProficiencyDefaults) == 780'000);
  CHECK(proficiency({3, 0}, kProficiencyDefaults) == 870'000);
  CHECK(proficiency({3, 1}, kProficiencyDefaults) == 660'000);
}

TEST_CASE("a skill that always fails has proficiency 0 at first and little later") {
  CHECK(proficiency({0, 1}, kProficiencyDefaults) == 0);
  CHECK(proficiency({0, 3}, kProficiencyDefaults) == 0);
  CHECK(proficiency({0, 1000}, kProficiencyDefaults) == 100'000);
}

TEST_CASE("a skill that always succeeds reaches proficiency 1 and never more") {
  CHECK(proficiency({5, 0}, kProficiencyDefaults) == 1'000'000);
  CHECK(proficiency({1'000'000'000, 0}, kProficiencyDefaults) == 1'000'000);
}

TEST_CASE("the success rate is rounded half up at the sixth place") {
  // .4 · .3 + .6 · 2/3 + (.10 − .10)
  CHECK(proficiency({2, 1}, kProficiencyDefaults) == 520'000);
  // .4 · .7 + .6 · 3/7 + (.15 − .40 → −.25)
  CHECK(proficiency({3, 4}, kProficiencyDefaults) == 287'143);
}

TEST_CASE("every number of the formula is a setting") {
  SkillSettings settings;
  settings.experience_weight = 0;
  settings.success_weight = 500'000;
  settings.success_bonus = 10'000;
  settings.failure_malus = 20'000;
  settings.trend_max = 15'000;
  CHECK(proficiency({1, 0}, settings) == 510'000);
  CHECK(proficiency({9, 0}, settings) == 515'000);
  CHECK(proficiency({1, 1}, settings) == 240'000);
}

}  // namespace turnstream::skill
