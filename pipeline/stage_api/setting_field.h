#pragma once
// SettingField: one row of a stage's table of settings, together with the struct field that it fills. The same table
// reads, validates and documents the settings; the default is the field's initial value. Values are whole numbers, or
// scores, which the struct holds as integers of millionths. Threads: values; pure.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/stage_api/setting_row.h"

namespace turnstream::stage_api {

/// The default value as JSON; that of a score always has a decimal point. `value`: as the struct holds it.
[[nodiscard]] std::string default_text(std::int64_t value, bool is_score);

template <typename Settings>
struct SettingField {
  std::string_view name;  ///< "<stage>.<name_unit>"
  std::int64_t Settings::*field;
  bool is_score;
  std::string_view unit;
  double min;  ///< min and max: the smallest and largest allowed value; of a score as a decimal
  double max;
  std::string_view doc;           ///< what the setting means, in one sentence
  std::string_view at_most = {};  ///< the name of a setting of the same stage that this one must not be greater than

  [[nodiscard]] constexpr SettingField limited_by(std::string_view other) const {
    SettingField limited = *this;
    limited.at_most = other;
    return limited;
  }
  [[nodiscard]] SettingRow row() const {
    return {name, default_text(Settings{}.*field, is_score), unit, min, max, {}, doc, at_most};
  }
};

template <typename Settings>
constexpr SettingField<Settings> count_field(std::string_view name, std::int64_t Settings::*field,
                                             std::string_view unit, double min, double max, std::string_view doc) {
  return {name, field, false, unit, min, max, doc};
}
template <typename Settings>
constexpr SettingField<Settings> score_field(std::string_view name, std::int64_t Settings::*field, double min,
                                             double max, std::string_view doc) {
  return {name, field, true, {}, min, max, doc};
}

/// The member of `memory` (the settings in force) whose name is the part of `name` before the point; null if there is
/// none or it is not an object.
[[nodiscard]] const nlohmann::json* section_of(const nlohmann::json& memory, std::string_view name);
/// The section's number for the setting `name`, in the form that the struct holds; a number out of range becomes the
/// nearest allowed one. Absent if the section has no number for it.
[[nodiscard]] std::optional<std::int64_t> value_in(const nlohmann::json& section, std::string_view name, bool is_score,
                                                   double min, double max);

template <typename Settings, std::size_t N>
std::vector<SettingRow> rows_of(const std::array<SettingField<Settings>, N>& fields) {
  std::vector<SettingRow> rows;
  for (const auto& field : fields) {
    rows.push_back(field.row());
  }
  return rows;
}

/// Reads the settings of one stage from `memory` (the settings in force). A missing value, or one that is not a number,
/// becomes its default, because a stage cannot refuse settings that are already in the log.
template <typename Settings, std::size_t N>
Settings settings_from(const std::array<SettingField<Settings>, N>& fields, const nlohmann::json& memory) {
  Settings settings;
  if (const nlohmann::json* section = section_of(memory, fields[0].name); section != nullptr) {
    for (const auto& field : fields) {
      const auto value = value_in(*section, field.name, field.is_score, field.min, field.max);
      settings.*field.field = value.value_or(settings.*field.field);
    }
  }
  return settings;
}

}  // namespace turnstream::stage_api
