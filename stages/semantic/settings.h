#pragma once
// SemanticSettings: every number of the semantic stage, with its default in the field, and the one table that reads,
// validates and documents them as memory.semantic.<name>. Scores are integers of 10⁻⁶ here and decimals where people
// write them. Threads: values and constants.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

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
  std::int64_t retire_confidence = 300'000;
  std::int64_t retire_idle_days = 30;
};

using SettingField = stage_api::SettingField<SemanticSettings>;
using S = SemanticSettings;

// A default with a decimal point makes the row a score.
inline constexpr std::array kSettingFields{
    SettingField{{"semantic.facts_max", "10000", "facts", 1, 1000000, "", "Facts kept for a persona."}, &S::facts_max},
    SettingField{{"semantic.memory_write_confidence", "0.8", "", 0, 1, "",
                  "Confidence of a fact that an agent wrote to memory."},
                 &S::memory_write_confidence},
    SettingField{{"semantic.merge_similarity", "0.8", "", 0.5, 1, "",
                  "Text facts whose words have at least this Jaccard index are merged."},
                 &S::merge_similarity},
    SettingField{{"semantic.retire_confidence", "0.3", "", 0, 1, "", "Facts below this are retired when idle."},
                 &S::retire_confidence},
    SettingField{
        {"semantic.retire_idle_days", "30", "days", 1, 36500, "", "Idle time after which weak facts are retired."},
        &S::retire_idle_days},
    SettingField{{"semantic.text_code_points_max", "500", "code points", 16, 8192, "",
                  "Length at which a text fact is cut; longer texts are not searched for statements."},
                 &S::text_code_points_max},
    SettingField{{"semantic.tool_confidence", "0.6", "", 0, 1, "", "Confidence of facts about failed tools."},
                 &S::tool_confidence},
    SettingField{
        {"semantic.turn_claims_max", "500", "claims", 1, 10000, "", "Maximum number of claims examined in one turn."},
        &S::turn_claims_max},
    SettingField{{"semantic.user_confidence", "0.7", "", 0, 1, "", "Confidence of facts that a user stated."},
                 &S::user_confidence},
};

/// For the stage catalog.
[[nodiscard]] std::vector<stage_api::SettingRow> setting_rows();

/// As stage_api::settings_from says.
[[nodiscard]] SemanticSettings parse_settings(const nlohmann::json& memory);

}  // namespace turnstream::semantic
