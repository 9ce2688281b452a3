#pragma once
// WorkingSettings: the numbers of working memory and its passes that can be set, as memory.consolidation.<name>. Scores are
// integers of millionths here and decimals in the configuration. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct WorkingSettings {
  std::int64_t batch_size = 100;
  std::int64_t consolidated_days = 30;
  std::int64_t consolidated_max = 1000;
  std::int64_t content_code_points_max = 500;
  bool dry_run = false;
  std::int64_t fallback_code_points_max = 200;
  std::int64_t fallback_confidence = 500'000;
  std::int64_t insight_worth_min = 2'000'000;
  std::int64_t max_working_memory = 1000;
  std::int64_t minor_age_h = 24;
  std::int64_t minor_importance = 300'000;
  std::int64_t model_batch_size = 15;
  std::int64_t model_confidence = 800'000;
  std::int64_t pressure_threshold = 700'000;
  std::int64_t protected_importance = 800'000;
  std::int64_t repeat_age_h = 24;
  std::int64_t repeats_max = 2048;
  std::int64_t request_wait_ticks = 20;
  std::int64_t sentence_confidence = 600'000;
  std::int64_t statement_confidence = 700'000;
  std::int64_t sweep_interval_s = 300;
};

using stage_api::count_field;
using stage_api::score_field;

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kWorkingSettingFields{
    count_field("consolidation.batch_size", &WorkingSettings::batch_size, "entries", 1, 1000,
                "Entries that one pass handles, oldest first."),
    count_field("consolidation.consolidated_days", &WorkingSettings::consolidated_days, "days", 1, 3650,
                "Consolidated entries are known for so long."),
    count_field("consolidation.consolidated_max", &WorkingSettings::consolidated_max, "entries", 1, 100000,
                "Consolidated entries that are known at most, the newest."),
    count_field("consolidation.content_code_points_max", &WorkingSettings::content_code_points_max, "code points", 200,
                500, "The part of an item's content that its entry keeps."),
    stage_api::flag_field(
        "consolidation.dry_run", &WorkingSettings::dry_run,
        "Passes are planned and announced, but change nothing. What max_working_memory does not hold leaves."),
    count_field("consolidation.fallback_code_points_max", &WorkingSettings::fallback_code_points_max, "code points", 20,
                300, "Length of an insight that stands in place of a model's answer."),
    score_field("consolidation.fallback_confidence", &WorkingSettings::fallback_confidence, 0, 1,
                "Confidence of an insight that stands in place of a model's answer."),
    score_field("consolidation.insight_worth_min", &WorkingSettings::insight_worth_min, 0, 10,
                "Worth from which a sentence of a chat makes an insight without a model; 0: all that pass 1 keeps do."),
    count_field(
        "consolidation.max_working_memory", &WorkingSettings::max_working_memory, "entries", 1, 100000,
        "Entries at which pressure is 1. Of more than twice as many the oldest are consolidated at once; in a dry run "
        "they leave, and their items stay."),
    count_field("consolidation.minor_age_h", &WorkingSettings::minor_age_h, "hours", 1, 87600,
                "Entries older than this are deleted by a pass if their importance is below minor_importance."),
    score_field("consolidation.minor_importance", &WorkingSettings::minor_importance, 0, 1,
                "Old entries below this importance are deleted; passes with a model adapt it within 0.1 to 0.6."),
    count_field("consolidation.model_batch_size", &WorkingSettings::model_batch_size, "entries", 1, 100,
                "Entries in one request to the model."),
    score_field("consolidation.model_confidence", &WorkingSettings::model_confidence, 0, 1,
                "Confidence of a model's insight that states none."),
    score_field("consolidation.pressure_threshold", &WorkingSettings::pressure_threshold, 0, 1,
                "A pass runs while pressure is above this."),
    score_field("consolidation.protected_importance", &WorkingSettings::protected_importance, 0, 1,
                "Entries from this importance on stay insights even if the model says that they are ephemeral."),
    count_field("consolidation.repeat_age_h", &WorkingSettings::repeat_age_h, "hours", 0, 87600,
                "Content that was seen within this time is a repeat."),
    count_field("consolidation.repeats_max", &WorkingSettings::repeats_max, "items", 1, 65536,
                "Items whose content is remembered to find repeats, the newest."),
    count_field("consolidation.request_wait_ticks", &WorkingSettings::request_wait_ticks, "ticks", 1, 1000,
                "Ticks after which a request without an answer is given up."),
    score_field("consolidation.sentence_confidence", &WorkingSettings::sentence_confidence, 0, 1,
                "Confidence of an extracted insight without a statement."),
    score_field("consolidation.statement_confidence", &WorkingSettings::statement_confidence, 0, 1,
                "Confidence of an extracted insight that states something."),
    count_field("consolidation.sweep_interval_s", &WorkingSettings::sweep_interval_s, "s", 0, 86400,
                "Least time between two passes if the first one left pressure at or below the threshold."),
};

}  // namespace turnstream::consolidation
