#pragma once
// RetentionSettings: how long insights, topics and entries of the daily log are kept, as memory.consolidation.<name>.
// Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct RetentionSettings {
  std::int64_t daily_retention_days = 0;
  std::int64_t insight_retention_days = 0;
  std::int64_t retention_batch_max = 100;
  std::int64_t topic_retention_days = 0;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kRetentionSettingFields{
    stage_api::count_field("consolidation.daily_retention_days", &RetentionSettings::daily_retention_days, "days", 0,
                           36500,
                           "Age at which entries of the daily log are deleted, older ones included when it is set or "
                           "lowered. 0: never."),
    stage_api::count_field("consolidation.insight_retention_days", &RetentionSettings::insight_retention_days, "days",
                           0, 36500,
                           "Age at which insights are deleted, older ones included when it is set or lowered. 0: "
                           "never."),
    stage_api::count_field("consolidation.retention_batch_max", &RetentionSettings::retention_batch_max, "memories", 1,
                           10000,
                           "Insights, topics and daily entries each that a record deletes at most because of their "
                           "age; the rest follows at the next record."),
    stage_api::count_field("consolidation.topic_retention_days", &RetentionSettings::topic_retention_days, "days", 0,
                           36500,
                           "Age at which topics are deleted, older ones included when it is set or lowered. 0: never."),
};

}  // namespace turnstream::consolidation
