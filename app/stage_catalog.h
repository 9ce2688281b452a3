#pragma once
// StageCatalog: the stages of a binary. `turnstream` and a test pipeline with other stages differ only in this catalog.
// Threads: values.

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pipeline/stage_api/setting_row.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::app {

struct StageEntry {
  std::function<std::unique_ptr<stage_api::Stage>()> make;
  std::vector<stage_api::SettingRow> setting_rows;
};

/// The stages, in phase order.
using StageCatalog = std::vector<StageEntry>;

/// The setting rows of all stages, in catalog order.
std::vector<stage_api::SettingRow> setting_rows_of(const StageCatalog& catalog);

std::vector<std::string> stage_names_of(const StageCatalog& catalog);

}  // namespace turnstream::app
