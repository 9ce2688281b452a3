#include "stages/episodic/settings.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace turnstream::episodic {
namespace {

constexpr std::string_view kPrefix = "episodic.";
constexpr double kMillion = 1e6;

bool is_score(const stage_api::SettingRow& row) {
  return row.default_value.find('.') != std::string_view::npos;
}

}  // namespace

std::vector<stage_api::SettingRow> setting_rows() {
  std::vector<stage_api::SettingRow> rows;
  for (const SettingField& field : kSettingFields) {
    rows.push_back(field.row);
  }
  return rows;
}

EpisodicSettings parse_settings(const nlohmann::json& memory) {
  EpisodicSettings settings;
  if (!memory.is_object()) {
    return settings;
  }
  const auto section = memory.find("episodic");
  if (section == memory.end() || !section->is_object()) {
    return settings;
  }
  for (const SettingField& field : kSettingFields) {
    const auto given = section->find(field.row.name.substr(kPrefix.size()));
    if (given == section->end() || !given->is_number()) {
      continue;
    }
    const double value = std::clamp(given->get<double>(), field.row.min, field.row.max);
    settings.*field.field = std::llround(is_score(field.row) ? value * kMillion : value);
  }
  return settings;
}

}  // namespace turnstream::episodic
