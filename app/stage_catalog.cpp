#include "app/stage_catalog.h"

namespace turnstream::app {

std::vector<stage_api::SettingRow> setting_rows_of(const StageCatalog& catalog) {
  std::vector<stage_api::SettingRow> rows;
  for (const StageEntry& entry : catalog) {
    rows.insert(rows.end(), entry.setting_rows.begin(), entry.setting_rows.end());
  }
  return rows;
}

std::vector<std::string> stage_names_of(const StageCatalog& catalog) {
  std::vector<std::string> names;
  for (const StageEntry& entry : catalog) {
    names.push_back(entry.make()->info().name);
  }
  return names;
}

}  // namespace turnstream::app
