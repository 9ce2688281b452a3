#pragma once
// MetaSettings: the numbers of the part metas that can be set, as memory.consolidation.<name>. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct MetaSettings {
  std::int64_t meta_fresh_min = 20;
  std::int64_t meta_importance = 900'000;
  std::int64_t meta_insights_max = 100;
  std::int64_t meta_interval_h = 24;
  std::int64_t meta_similarity = 500'000;
  std::int64_t meta_size_min = 3;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kMetaSettingFields{
    stage_api::count_field("consolidation.meta_fresh_min", &MetaSettings::meta_fresh_min, "insights", 1, 100000,
                           "New insights from which on meta-insights are made."),
    stage_api::score_field("consolidation.meta_importance", &MetaSettings::meta_importance, 0, 1,
                           "Importance of a meta-insight."),
    stage_api::count_field("consolidation.meta_insights_max", &MetaSettings::meta_insights_max, "insights", 3, 500,
                           "Insights that one pass over insights looks at, the last used ones."),
    stage_api::count_field("consolidation.meta_interval_h", &MetaSettings::meta_interval_h, "hours", 1, 87600,
                           "Least time between two passes over insights."),
    stage_api::score_field("consolidation.meta_similarity", &MetaSettings::meta_similarity, 0.01, 1,
                           "Insights belong together from this Jaccard index of tags on."),
    stage_api::count_field("consolidation.meta_size_min", &MetaSettings::meta_size_min, "insights", 2, 16,
                           "Insights that one meta-insight rests on at least, without a model."),
};

}  // namespace turnstream::consolidation
