#pragma once
// SharingSettings: the numbers of the part sharing that can be set, as memory.consolidation.<name>. Threads: values and
// constants.

#include <array>
#include <cstdint>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::consolidation {

struct SharingSettings {
  std::int64_t grants_max = 100;
  std::int64_t shared_at_grant_max = 100;
  std::int64_t shares_max = 100'000;
  std::int64_t shares_step_max = 1000;
};

/// In order of name. The defaults are those of the fields above.
inline constexpr std::array kSharingSettingFields{
    stage_api::count_field("consolidation.grants_max", &SharingSettings::grants_max, "personas", 1, 1000,
                           "Personas with which a persona can share insights at the same time."),
    stage_api::count_field("consolidation.shared_at_grant_max", &SharingSettings::shared_at_grant_max, "insights", 0,
                           1000, "Insights, the most important ones, that a new grant shares at once."),
    stage_api::count_field("consolidation.shares_max", &SharingSettings::shares_max, "shares", 1, 1'000'000,
                           "Insights that a persona shares, counted once for each target; more are not shared."),
    stage_api::count_field("consolidation.shares_step_max", &SharingSettings::shares_step_max, "shares", 1, 10'000,
                           "Insights that one record shares or takes back; the rest follows at the next ticks."),
};

}  // namespace turnstream::consolidation
