#pragma once
// SettingField: a row of a stage's own table of settings, with the field of its struct that it fills: one table reads,
// validates and documents them. Numbers only; a default with a decimal point makes the row a score, which the struct
// holds as an integer of 10⁻⁶. Threads: values; pure.

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

/// The stage's part of `memory`, the settings in force; null if there is none.
[[nodiscard]] const nlohmann::json* section_of(const nlohmann::json& memory, std::string_view stage);
/// What the section says for the row, as the struct holds it; out of range: the nearest allowed value; absent if it
/// says nothing, or not a number.
[[nodiscard]] std::optional<std::int64_t> value_in(const nlohmann::json& section, const SettingRow& row);

template <typename Fields>
std::vector<SettingRow> rows_of(const Fields& fields) {
  std::vector<SettingRow> rows;
  for (const auto& field : fields) {
    rows.push_back(field.row);
  }
  return rows;
}

/// From `memory`, the settings in force. What is absent or of another type has its default: who writes settings is
/// told what is wrong, but a stage goes on with what stands in the log.
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
