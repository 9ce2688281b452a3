#include "stages/skill/settings.h"

namespace turnstream::skill {

std::vector<stage_api::SettingRow> setting_rows() {
  return stage_api::rows_of(kSettingFields);
}

SkillSettings parse_settings(const nlohmann::json& memory) {
  return stage_api::settings_from<SkillSettings>(memory, "skill", kSettingFields);
}

}  // namespace turnstream::skill
