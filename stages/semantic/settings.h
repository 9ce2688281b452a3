#pragma once
// SemanticSettings: the settings of the semantic stage, with their defaults, and the table that reads, validates and
// documents them as memory.semantic.<name>. A score is an integer of millionths here and a decimal in the
// configuration. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::semantic {

struct SemanticSettings {
  std::int64_t user_confidence = 700'000;
  std::int64_t memory_write_confidence = 800'000;
  std::int64_t tool_confidence = 600'000;
  std::int64_t text_code_points_max = 500;
  std::int64_t turn_claims_max = 500;
  std::int64_t merge_similarity = 800'000;
  std::int64_t facts_max = 10'000;
  std::int64_t notes_max = 10'000;
  std::int64_t notes_per_session = 8;
  std::int64_t retire_confidence = 300'000;
  std::int64_t retire_idle_days = 30;
};

using stage_api::count_field;
using stage_api::score_field;
using S = SemanticSettings;

/// One row for each setting, in order of name. The defaults are the initial values of the fields above.
inline constexpr std::array kSettingFields{
    count_field("semantic.facts_max", &S::facts_max, "facts", 1, 1000000,
                "Facts kept for a persona, with those that are not shown."),
    score_field("semantic.memory_write_confidence", &S::memory_write_confidence, 0, 1,
                "Initial confidence of a fact from a memory write of type fact."),
    score_field("semantic.merge_similarity", &S::merge_similarity, 0.5, 1,
                "Text facts whose words have at least this Jaccard index can be merged."),
    count_field("semantic.notes_max", &S::notes_max, "notes", 1, 1000000,
                "Notes kept for a persona; the least important leave first."),
    count_field("semantic.notes_per_session", &S::notes_per_session, "notes", 0, 64,
                "Notes kept of one session: its best sentences, word for word; 0: none."),
    score_field(
        "semantic.retire_confidence", &S::retire_confidence, 0, 1,
        "Facts that are added with a lower confidence are retired when idle, unless they have reached this by then."),
    count_field("semantic.retire_idle_days", &S::retire_idle_days, "days", 1, 36500,
                "Idle time after which weak facts are retired."),
    count_field(
        "semantic.text_code_points_max", &S::text_code_points_max, "code points", 16, 8192,
        "Length at which a text fact is cut; longer observations and memory writes are not searched for statements."),
    score_field("semantic.tool_confidence", &S::tool_confidence, 0, 1,
                "Initial confidence of facts about failed tools."),
    count_field("semantic.turn_claims_max", &S::turn_claims_max, "claims", 1, 10000,
                "Maximum number of claims (statements and texts) examined in one turn."),
    score_field("semantic.user_confidence", &S::user_confidence, 0, 1,
                "Initial confidence of facts that a user stated."),
};

}  // namespace turnstream::semantic
