#pragma once
// The consolidation stage: what a persona took in lately, and the insights that it makes of that. Phase 3.
// Threads: immutable.

#include <memory>
#include <vector>

#include "pipeline/stage_api/setting_row.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

std::unique_ptr<stage_api::Stage> make_consolidation_stage();

/// The settings of all parts, in order of name.
[[nodiscard]] std::vector<stage_api::SettingRow> consolidation_settings();

}  // namespace turnstream::consolidation
