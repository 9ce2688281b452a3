#pragma once
// SettingField: one row of a stage's table of settings, together with the struct field that it fills. The same table
// reads, validates and documents the settings. Values are numbers. If the default has a decimal point, the setting is
// a score, and the struct holds it as an integer of millionths. Threads: values; pure.

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/setting_row.h"

namespace turnstream::stage_api {

template <typename Settings>
struct SettingField {
  SettingRow row;
  std::int64_t Settings::*field;
};

/// The stage's section of `memory` (the settings in force); null if there is none.
[[nodiscard]] const nlohmann::json* section_of(const nlohmann::json& memory, std::string_view stage);
/// The row's value in the section, as the struct holds it. A value out of range becomes the nearest allowed one.
/// Absent if the section has no number for the row.
[[nodiscard]] std::optional<std::int64_t> value_in(const nlohmann::json& section, const SettingRow& row);

template <typename Fields>
std::vector<SettingRow> rows_of(const Fields& fields) {
  std::vector<SettingRow> rows;
  for (const auto& field : fields) {
    rows.push_back(field.row);
  }
  return rows;
}

/// Reads the stage's settings from `memory` (the settings in force). A missing value or one of another type becomes
/// its default: the author of a settings command gets an error from intake, but a stage must go on with what the log
/// contains.
template <typename Settings, typename Fields>
Settings settings_from(const nlohmann::json& memory, std::string_view stage, const Fields& fields) {
  Settings settings;
  if (const nlohmann::json* section = section_of(memory, stage); section != nullptr) {
    for (const auto& field : fields) {
      if (const auto value = value_in(*section, field.row); value.has_value()) {
        settings.*field.field = *value;
      }
    }
  }
  return settings;
}

}  // namespace turnstream::stage_api
