#include "stages/semantic/settings.h"

namespace turnstream::semantic {

std::vector<stage_api::SettingRow> setting_rows() {
  return stage_api::rows_of(kSettingFields);
}

SemanticSettings parse_settings(const nlohmann::json& memory) {
  return stage_api::settings_from<SemanticSettings>(memory, "semantic", kSettingFields);
}

}  // namespace turnstream::semantic
