#pragma once
// SkillSettings: the numbers of the skill stage that can be set, with their defaults, and the table that reads,
// validates and documents them as memory.skill.<name>. A score is an integer of millionths here and a decimal in the
// configuration. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::skill {

struct SkillSettings {
  std::int64_t sequence_tools_max = 3;
  std::int64_t turn_sequences_max = 200;

  std::int64_t experience_weight = 400'000;
  std::int64_t experience_uses = 10;
  std::int64_t success_weight = 600'000;
  std::int64_t success_bonus = 50'000;
  std::int64_t failure_malus = 100'000;
  std::int64_t trend_max = 300'000;

  std::int64_t decay_factor = 950'000;
  std::int64_t decay_period_days = 30;
  std::int64_t retire_idle_days = 180;

  std::int64_t capability_uses_min = 3;
  std::int64_t capability_threshold = 700'000;
  std::int64_t retire_threshold = 300'000;

  std::int64_t skills_max = 1000;
};

using stage_api::count_field;
using stage_api::score_field;
using S = SkillSettings;

/// The rows, in order of name. The defaults are those of the fields above.
inline constexpr std::array kSettingFields{
    score_field("skill.capability_threshold", &S::capability_threshold, 0, 1,
                "A skill with enough uses and a higher proficiency becomes a capability."),
    count_field("skill.capability_uses_min", &S::capability_uses_min, "uses", 1, 1000,
                "Uses that a skill needs to become a capability."),
    score_field("skill.decay_factor", &S::decay_factor, 0, 1,
                "A proficiency is multiplied by this after each idle period."),
    count_field("skill.decay_period_days", &S::decay_period_days, "days", 1, 3650, "Length of an idle period."),
    count_field("skill.experience_uses", &S::experience_uses, "uses", 1, 1000, "Uses that count as full experience."),
    score_field("skill.experience_weight", &S::experience_weight, 0, 1,
                "Share of the proficiency that full experience gives."),
    score_field("skill.failure_malus", &S::failure_malus, 0, 1, "Subtracted from the trend by each failure."),
    count_field("skill.retire_idle_days", &S::retire_idle_days, "days", 1, 36500,
                "Idle days after which a skill is dropped."),
    score_field("skill.retire_threshold", &S::retire_threshold, 0, 1,
                "A capability with a lower proficiency is no longer a capability.")
        .limited_by("skill.capability_threshold"),
    count_field("skill.sequence_tools_max", &S::sequence_tools_max, "tools", 1, 3, "Tools in the longest sequence."),
    count_field(
        "skill.skills_max", &S::skills_max, "skills", 1, 10000,
        "Skills kept for a persona; the least proficient of those that the turn did not use are dropped first."),
    score_field("skill.success_bonus", &S::success_bonus, 0, 1, "Added to the trend by each success."),
    score_field("skill.success_weight", &S::success_weight, 0, 1,
                "Share of the proficiency that a success rate of 1 gives."),
    score_field("skill.trend_max", &S::trend_max, 0, 1, "Maximum that the trend can add or subtract."),
    count_field(
        "skill.turn_sequences_max", &S::turn_sequences_max, "sequences", 1, 1000,
        "Maximum number of different sequences of one turn, single tools included; the first ones are counted."),
};

}  // namespace turnstream::skill
