#pragma once
// SkillSettings: every number of the skill stage, with its default in the field, and the one table that reads,
// validates and documents them as memory.skill.<name>. Scores are integers of 10⁻⁶ here and decimals where people write
// them. Threads: values and constants.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

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

using SettingField = stage_api::SettingField<SkillSettings>;
using S = SkillSettings;

/// In order of name.
inline constexpr std::array kSettingFields{
    SettingField{
        {"skill.capability_threshold", "0.7", "", 0, 1, "", "A skill with a higher proficiency becomes a capability."},
        &S::capability_threshold},
    SettingField{{"skill.capability_uses_min", "3", "uses", 1, 1000, "", "Uses before a skill can be a capability."},
                 &S::capability_uses_min},
    SettingField{
        {"skill.decay_factor", "0.95", "", 0, 1, "", "A proficiency is multiplied by this after each idle period."},
        &S::decay_factor},
    SettingField{{"skill.decay_period_days", "30", "days", 1, 3650, "", "Length of an idle period."},
                 &S::decay_period_days},
    SettingField{{"skill.experience_uses", "10", "uses", 1, 1000, "", "Uses that count as full experience."},
                 &S::experience_uses},
    SettingField{
        {"skill.experience_weight", "0.4", "", 0, 1, "", "Share of the proficiency that full experience gives."},
        &S::experience_weight},
    SettingField{{"skill.failure_malus", "0.1", "", 0, 1, "", "Subtracted from the trend by each failure."},
                 &S::failure_malus},
    SettingField{{"skill.retire_idle_days", "180", "days", 1, 36500, "", "Idle days after which a skill is dropped."},
                 &S::retire_idle_days},
    SettingField{{"skill.retire_threshold", "0.3", "", 0, 1, "",
                  "A capability with a lower proficiency is no longer a capability."},
                 &S::retire_threshold},
    SettingField{{"skill.sequence_tools_max", "3", "tools", 1, 3, "", "Tools in the longest sequence."},
                 &S::sequence_tools_max},
    SettingField{{"skill.skills_max", "1000", "skills", 1, 10000, "",
                  "Skills kept for a persona; the least proficient are dropped."},
                 &S::skills_max},
    SettingField{{"skill.success_bonus", "0.05", "", 0, 1, "", "Added to the trend by each success."},
                 &S::success_bonus},
    SettingField{
        {"skill.success_weight", "0.6", "", 0, 1, "", "Share of the proficiency that a success rate of 1 gives."},
        &S::success_weight},
    SettingField{{"skill.trend_max", "0.3", "", 0, 1, "", "Maximum that the trend can add or subtract."},
                 &S::trend_max},
    SettingField{{"skill.turn_sequences_max", "200", "sequences", 1, 1000, "",
                  "Maximum number of different sequences of one turn; the first ones are counted."},
                 &S::turn_sequences_max},
};

/// For the stage catalog.
[[nodiscard]] std::vector<stage_api::SettingRow> setting_rows();

/// As stage_api::settings_from says.
[[nodiscard]] SkillSettings parse_settings(const nlohmann::json& memory);

}  // namespace turnstream::skill
