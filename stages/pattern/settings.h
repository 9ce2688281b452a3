#pragma once
// PatternSettings: the numbers of the pattern stage that can be set, with their defaults, and the table that reads,
// validates and documents them as memory.pattern.<name>. A score is an integer of millionths here and a decimal in the
// configuration. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::pattern {

struct PatternSettings {
  std::int64_t preference_confidence = 700'000;
  std::int64_t habit_confidence = 600'000;
  std::int64_t instruction_confidence = 800'000;
  std::int64_t observed_confidence = 500'000;
  std::int64_t observed_occurrences_min = 3;
  std::int64_t recurrence_confidence = 200'000;

  std::int64_t decay_factor = 950'000;
  std::int64_t decay_period_days = 30;
  std::int64_t retire_threshold = 200'000;
  std::int64_t patterns_max = 1000;
  std::int64_t instructions_max = 200;

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

using stage_api::count_field;
using stage_api::score_field;
using S = PatternSettings;

/// One row for each setting, in order of name. The defaults are the initial values of the fields above.
inline constexpr std::array kSettingFields{
    count_field("pattern.counted_modes_max", &S::counted_modes_max, "modes", 1, 1000,
                "Maximum number of counted modes that are not patterns yet."),
    count_field("pattern.counted_sequences_max", &S::counted_sequences_max, "sequences", 1, 1000,
                "Maximum number of counted sequences of tools that are not patterns yet."),
    count_field("pattern.counted_tools_max", &S::counted_tools_max, "tools", 1, 1000,
                "Maximum number of counted tools that are not patterns yet."),
    count_field("pattern.counted_topics_max", &S::counted_topics_max, "terms", 1, 1000,
                "Maximum number of counted terms (words, or two adjacent words) that are not patterns yet."),
    score_field("pattern.decay_factor", &S::decay_factor, 0, 1,
                "A confidence is multiplied by this after each idle period."),
    count_field("pattern.decay_period_days", &S::decay_period_days, "days", 1, 3650, "Length of an idle period."),
    score_field("pattern.habit_confidence", &S::habit_confidence, 0, 0.99, "Confidence of a habit stated once."),
    score_field("pattern.instruction_confidence", &S::instruction_confidence, 0, 0.99,
                "Confidence of an instruction stated once."),
    count_field(
        "pattern.instructions_max", &S::instructions_max, "instructions", 1, 1000,
        "Instructions kept for a persona, apart from the other patterns; of the user who gave the most, the one confirmed "
        "longest ago is dropped first."),
    score_field("pattern.observed_confidence", &S::observed_confidence, 0, 0.99,
                "Initial confidence of a pattern that was observed, not stated."),
    count_field("pattern.observed_occurrences_min", &S::observed_occurrences_min, "turns", 1, 16,
                "An observed signal can become a pattern when it occurred in this number of turns (times: days)."),
    count_field(
        "pattern.patterns_max", &S::patterns_max, "patterns", 1, 10000,
        "Patterns kept for a persona without instructions; the weakest of those that do not occur in the turn are dropped first."),
    score_field("pattern.preference_confidence", &S::preference_confidence, 0, 0.99,
                "Confidence of a preference stated once."),
    score_field("pattern.recurrence_confidence", &S::recurrence_confidence, 0, 1,
                "Each recurrence changes a confidence c to 1 - (1 - c)(1 - this), at most 0.99."),
    score_field("pattern.retire_threshold", &S::retire_threshold, 0, 1,
                "Patterns that decayed below this are dropped."),
    count_field("pattern.sequence_tools_max", &S::sequence_tools_max, "tools", 2, 3, "Tools in the longest sequence."),
    count_field("pattern.topic_letters_max", &S::topic_letters_max, "letters", 4, 256,
                "Longer words do not become topics."),
    count_field("pattern.topic_letters_min", &S::topic_letters_min, "letters", 1, 40,
                "Shorter words become topics only together with another word.")
        .limited_by("pattern.topic_letters_max"),
    count_field("pattern.turn_sequences_max", &S::turn_sequences_max, "sequences", 0, 1000,
                "Maximum number of different sequences of one turn; the first ones are examined."),
    count_field("pattern.turn_tools_max", &S::turn_tools_max, "tools", 0, 1000,
                "Maximum number of different tools of one turn; the first ones are examined."),
    count_field("pattern.turn_topics_max", &S::turn_topics_max, "terms", 0, 64,
                "Maximum number of different terms of one turn that count as topics; the first ones are taken."),
};

}  // namespace turnstream::pattern
