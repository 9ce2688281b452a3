#include "pipeline/stage_api/setting_field.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace turnstream::stage_api {
namespace {

constexpr double kMillion = 1e6;

bool is_score(const SettingRow& row) {
  return row.default_value.find('.') != std::string_view::npos;
}

}  // namespace

const nlohmann::json* section_of(const nlohmann::json& memory, std::string_view stage) {
  if (!memory.is_object()) {
    return nullptr;
  }
  const auto section = memory.find(stage);
  return section == memory.end() || !section->is_object() ? nullptr : &*section;
}

std::optional<std::int64_t> value_in(const nlohmann::json& section, const SettingRow& row) {
  const auto given = section.find(row.name.substr(row.name.find('.') + 1));
  if (given == section.end() || !given->is_number()) {
    return std::nullopt;
  }
  const double value = std::clamp(given->get<double>(), row.min, row.max);
  return std::llround(is_score(row) ? value * kMillion : value);
}

}  // namespace turnstream::stage_api
