#pragma once
// InsightSettings: the numbers of the part insights that can be set, as memory.consolidation.<name>. Threads: values and
// constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct InsightSettings {
  std::int64_t insights_max = 10'000;
  std::int64_t merge_similarity = 800'000;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kInsightSettingFields{
    stage_api::count_field("consolidation.insights_max", &InsightSettings::insights_max, "insights", 1, 100000,
                           "Insights kept for a persona; of more the least important leave first."),
    stage_api::score_field(
        "consolidation.merge_similarity", &InsightSettings::merge_similarity, 0.5, 1,
        "Two insights merge from this Jaccard index of words on, unless a negation or number is in one "
        "alone."),
};

}  // namespace turnstream::consolidation
