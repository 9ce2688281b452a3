#include "stages/pattern/settings.h"

namespace turnstream::pattern {

std::vector<stage_api::SettingRow> setting_rows() {
  return stage_api::rows_of(kSettingFields);
}

PatternSettings parse_settings(const nlohmann::json& memory) {
  return stage_api::settings_from<PatternSettings>(memory, "pattern", kSettingFields);
}

}  // namespace turnstream::pattern
