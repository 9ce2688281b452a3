#pragma once
// PatternSettings: every number of the pattern stage, with its default in the field, and the one table that reads,
// validates and documents them as memory.pattern.<name>. Scores are integers of 10⁻⁶ here and decimals where people
// write them. Threads: values and constants.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::pattern {

struct PatternSettings {
  std::int64_t preference_confidence = 700'000;
  std::int64_t habit_confidence = 600'000;
  std::int64_t observed_confidence = 500'000;
  std::int64_t observed_occurrences_min = 3;
  std::int64_t recurrence_confidence = 200'000;

  std::int64_t decay_factor = 950'000;
  std::int64_t decay_period_days = 30;
  std::int64_t retire_threshold = 200'000;
  std::int64_t patterns_max = 1000;

  std::int64_t turn_topics_max = 12;
  std::int64_t topic_letters_min = 4;
  std::int64_t topic_letters_max = 40;
  std::int64_t turn_tools_max = 32;
  std::int64_t turn_sequences_max = 32;
  std::int64_t sequence_tools_max = 3;

  std::int64_t counted_topics_max = 128;
  std::int64_t counted_tools_max = 32;
  std::int64_t counted_sequences_max = 64;
  std::int64_t counted_modes_max = 16;
};

using SettingField = stage_api::SettingField<PatternSettings>;
using S = PatternSettings;

/// In order of name.
inline constexpr std::array kSettingFields{
    SettingField{{"pattern.counted_modes_max", "16", "modes", 1, 1000, "", "Modes counted that are not patterns yet."},
                 &S::counted_modes_max},
    SettingField{{"pattern.counted_sequences_max", "64", "sequences", 1, 1000, "",
                  "Sequences of tools counted that are not patterns yet."},
                 &S::counted_sequences_max},
    SettingField{{"pattern.counted_tools_max", "32", "tools", 1, 1000, "", "Tools counted that are not patterns yet."},
                 &S::counted_tools_max},
    SettingField{
        {"pattern.counted_topics_max", "128", "words", 1, 1000, "", "Words counted that are not patterns yet."},
        &S::counted_topics_max},
    SettingField{
        {"pattern.decay_factor", "0.95", "", 0, 1, "", "A confidence is multiplied by this after each idle period."},
        &S::decay_factor},
    SettingField{{"pattern.decay_period_days", "30", "days", 1, 3650, "", "Length of an idle period."},
                 &S::decay_period_days},
    SettingField{{"pattern.habit_confidence", "0.6", "", 0, 0.99, "", "Confidence of a habit stated once."},
                 &S::habit_confidence},
    SettingField{{"pattern.observed_confidence", "0.5", "", 0, 0.99, "",
                  "Initial confidence of a pattern that was observed, not stated."},
                 &S::observed_confidence},
    SettingField{{"pattern.observed_occurrences_min", "3", "turns", 1, 16, "",
                  "Turns (for times: days) after which something observed becomes a pattern."},
                 &S::observed_occurrences_min},
    SettingField{{"pattern.patterns_max", "1000", "patterns", 1, 10000, "",
                  "Patterns kept for a persona; the weakest are dropped."},
                 &S::patterns_max},
    SettingField{{"pattern.preference_confidence", "0.7", "", 0, 0.99, "", "Confidence of a preference stated once."},
                 &S::preference_confidence},
    SettingField{{"pattern.recurrence_confidence", "0.2", "", 0, 1, "",
                  "Each recurrence changes a confidence c to 1 - (1 - c)(1 - this)."},
                 &S::recurrence_confidence},
    SettingField{{"pattern.retire_threshold", "0.2", "", 0, 1, "", "Patterns that decayed below this are dropped."},
                 &S::retire_threshold},
    SettingField{{"pattern.sequence_tools_max", "3", "tools", 2, 3, "", "Tools in the longest sequence."},
                 &S::sequence_tools_max},
    SettingField{{"pattern.topic_letters_max", "40", "letters", 4, 256, "", "Longer words do not become topics."},
                 &S::topic_letters_max},
    SettingField{{"pattern.topic_letters_min", "4", "letters", 1, 40, "", "Shorter words do not become topics."},
                 &S::topic_letters_min},
    SettingField{{"pattern.turn_sequences_max", "32", "sequences", 0, 1000, "",
                  "Maximum number of different sequences of one turn; the first ones are examined."},
                 &S::turn_sequences_max},
    SettingField{{"pattern.turn_tools_max", "32", "tools", 0, 1000, "",
                  "Maximum number of different tools of one turn; the first ones are examined."},
                 &S::turn_tools_max},
    SettingField{{"pattern.turn_topics_max", "12", "words", 0, 64, "",
                  "Maximum number of different words of one turn; the first ones are examined."},
                 &S::turn_topics_max},
};

/// For the stage catalog.
[[nodiscard]] std::vector<stage_api::SettingRow> setting_rows();

/// As stage_api::settings_from says.
[[nodiscard]] PatternSettings parse_settings(const nlohmann::json& memory);

}  // namespace turnstream::pattern
