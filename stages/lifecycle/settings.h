#pragma once
// LifecycleSettings: the numbers of the lifecycle stage that can be set, with their defaults, and the table that reads,
// validates and documents them as memory.lifecycle.<name>. A score is an integer of millionths here and a decimal in
// the configuration. Threads: values and constants.

#include <array>
#include <cstdint>

#include "pipeline/model/memory_item.h"
#include "pipeline/stage_api/setting_field.h"

namespace turnstream::lifecycle {

struct LifecycleSettings {
  std::int64_t access_bonus = 50'000;
  std::int64_t access_bonus_max = 200'000;
  std::int64_t sources_max = 16;

  std::int64_t chat_half_life_days = 30;
  std::int64_t observation_half_life_days = 14;
  std::int64_t task_half_life_days = 60;
  std::int64_t decision_half_life_days = 180;
  std::int64_t tool_use_half_life_days = 30;
  std::int64_t error_half_life_days = 60;
  std::int64_t insight_half_life_days = 365;
  std::int64_t archive_threshold = 100'000;

  std::int64_t chat_retention_days = 0;
  std::int64_t observation_retention_days = 0;
  std::int64_t task_retention_days = 0;
  std::int64_t decision_retention_days = 0;
  std::int64_t tool_use_retention_days = 0;
  std::int64_t error_retention_days = 0;
  std::int64_t insight_retention_days = 0;

  std::int64_t long_term_items_max = 100'000;
  std::int64_t archived_items_max = 0;
  std::int64_t quota_floor_importance = 300'000;
  std::int64_t batch_items_max = 256;

  std::int64_t check_paths_max = 200;
  bool check_references = false;
};

using stage_api::count_field;
using stage_api::flag_field;
using stage_api::score_field;
using S = LifecycleSettings;

/// The upper limit of quota_floor_importance. Items with less importance than this are indexed by importance, so that
/// the setting holds at once when it changes.
inline constexpr std::int64_t kFloorMax = 500'000;

/// One row for each setting, in order of name. The defaults are the initial values of the fields above.
inline constexpr std::array kSettingFields{
    score_field("lifecycle.access_bonus", &S::access_bonus, 0, 1,
                "Importance that a long-term item gains each time (1 + number of accesses) doubles."),
    score_field("lifecycle.access_bonus_max", &S::access_bonus_max, 0, 1,
                "Maximum that accesses can add to importance."),
    score_field("lifecycle.archive_threshold", &S::archive_threshold, 0.001, 1,
                "Long-term items whose strength falls below this are archived."),
    count_field("lifecycle.archived_items_max", &S::archived_items_max, "items", 0, 1000000000,
                "Archived items kept for a persona; the one archived first is deleted first. 0: no maximum."),
    count_field("lifecycle.batch_items_max", &S::batch_items_max, "items", 1, 10000,
                "Items that one firing of a timer archives or deletes at most; the rest follows at the next record."),
    count_field("lifecycle.chat_half_life_days", &S::chat_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of a chat item halves."),
    count_field("lifecycle.chat_retention_days", &S::chat_retention_days, "days", 0, 36500,
                "Age at which chat items are deleted. 0: never."),
    count_field("lifecycle.check_paths_max", &S::check_paths_max, "paths", 1, 200,
                "Paths in one check of references, and items that a persona has checked in a day."),
    flag_field("lifecycle.check_references", &S::check_references,
               "Whether the files to which items refer are checked when an item is promoted, and daily."),
    count_field("lifecycle.decision_half_life_days", &S::decision_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of a decision halves."),
    count_field("lifecycle.decision_retention_days", &S::decision_retention_days, "days", 0, 36500,
                "Age at which decisions are deleted. 0: never."),
    count_field("lifecycle.error_half_life_days", &S::error_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of an error item halves."),
    count_field("lifecycle.error_retention_days", &S::error_retention_days, "days", 0, 36500,
                "Age at which error items are deleted. 0: never."),
    count_field("lifecycle.insight_half_life_days", &S::insight_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of an insight item halves."),
    count_field("lifecycle.insight_retention_days", &S::insight_retention_days, "days", 0, 36500,
                "Age at which insight items are deleted. 0: never."),
    count_field("lifecycle.long_term_items_max", &S::long_term_items_max, "items", 1, 100000000,
                "Long-term items of a persona, without archived ones; over it the weakest is archived."),
    count_field("lifecycle.observation_half_life_days", &S::observation_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of an observation halves."),
    count_field("lifecycle.observation_retention_days", &S::observation_retention_days, "days", 0, 36500,
                "Age at which observations are deleted. 0: never."),
    score_field("lifecycle.quota_floor_importance", &S::quota_floor_importance, 0, 0.5,
                "Over long_term_items_max, items with less importance are deleted before others are archived."),
    count_field("lifecycle.sources_max", &S::sources_max, "sources", 1, 16,
                "Maximum number of sources and of references of an item into which others were merged."),
    count_field("lifecycle.task_half_life_days", &S::task_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of a task halves."),
    count_field("lifecycle.task_retention_days", &S::task_retention_days, "days", 0, 36500,
                "Age at which tasks are deleted. 0: never."),
    count_field("lifecycle.tool_use_half_life_days", &S::tool_use_half_life_days, "days", 1, 3650,
                "Time without access in which the strength of a tool-use item halves."),
    count_field("lifecycle.tool_use_retention_days", &S::tool_use_retention_days, "days", 0, 36500,
                "Age at which tool-use items are deleted. 0: never."),
};

inline constexpr std::size_t kTypes = 7;
inline constexpr std::int64_t kDayMs = 86'400'000;

/// The half-life of the type in milliseconds.
[[nodiscard]] inline std::int64_t half_life_ms(model::ItemType type, const LifecycleSettings& settings) {
  constexpr std::array<std::int64_t S::*, kTypes> kFields{&S::chat_half_life_days,     &S::observation_half_life_days,
                                                          &S::task_half_life_days,     &S::decision_half_life_days,
                                                          &S::tool_use_half_life_days, &S::error_half_life_days,
                                                          &S::insight_half_life_days};
  return settings.*kFields[static_cast<std::size_t>(type)] * kDayMs;
}

/// The age at which items of the type are deleted, in milliseconds; 0: never.
[[nodiscard]] inline std::int64_t retention_ms(model::ItemType type, const LifecycleSettings& settings) {
  constexpr std::array<std::int64_t S::*, kTypes> kFields{&S::chat_retention_days,     &S::observation_retention_days,
                                                          &S::task_retention_days,     &S::decision_retention_days,
                                                          &S::tool_use_retention_days, &S::error_retention_days,
                                                          &S::insight_retention_days};
  return settings.*kFields[static_cast<std::size_t>(type)] * kDayMs;
}

}  // namespace turnstream::lifecycle
