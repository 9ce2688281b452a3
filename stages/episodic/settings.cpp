#include "stages/episodic/settings.h"

namespace turnstream::episodic {

std::vector<stage_api::SettingRow> setting_rows() {
  return stage_api::rows_of(kSettingFields);
}

EpisodicSettings parse_settings(const nlohmann::json& memory) {
  return stage_api::settings_from<EpisodicSettings>(memory, "episodic", kSettingFields);
}

}  // namespace turnstream::episodic
