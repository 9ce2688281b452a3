#pragma once
// SettingField: one row of a stage's table of settings, together with the struct field that it fills. The same table
// reads, validates and documents the settings; the default is the field's initial value. Values are whole numbers,
// scores (integers of millionths in the struct), flags, or texts. Threads: values; pure.

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "pipeline/stage_api/setting_row.h"

namespace turnstream::stage_api {

/// The default value as JSON; that of a score always has a decimal point.
[[nodiscard]] std::string default_text(std::int64_t value, bool is_score);
[[nodiscard]] std::string default_text(bool value);
[[nodiscard]] std::string default_text(const std::string& value);

template <typename Settings>
struct SettingField {
  using Place = std::variant<std::int64_t Settings::*, bool Settings::*, std::string Settings::*>;

  std::string_view name;  ///< "<stage>.<name_unit>"
  Place field;
  bool is_score = false;
  std::string_view unit = {};
  double min = 0;  ///< min and max: the smallest and largest allowed number; of a score as a decimal
  double max = 0;
  std::string_view doc = {};      ///< what the setting means, in one sentence
  std::string_view at_most = {};  ///< the name of a setting of the same stage that this one must not be greater than
  std::string_view choices = {};  ///< for texts: the allowed words, separated by `|`; empty: any text

  [[nodiscard]] constexpr SettingField limited_by(std::string_view other) const {
    SettingField limited = *this;
    limited.at_most = other;
    return limited;
  }
  /// The value that `settings` has, as JSON.
  [[nodiscard]] std::string text_in(const Settings& settings) const {
    if (const auto* number = std::get_if<std::int64_t Settings::*>(&field)) {
      return default_text(settings.**number, is_score);
    }
    const auto* flag = std::get_if<bool Settings::*>(&field);
    return flag != nullptr ? default_text(settings.**flag)
                           : default_text(settings.*std::get<std::string Settings::*>(field));
  }
  [[nodiscard]] SettingRow row() const {
    SettingRow row{.name = name,
                   .default_value = text_in(Settings{}),
                   .unit = unit,
                   .choices = choices,
                   .doc = doc,
                   .at_most = at_most};
    if (std::holds_alternative<std::int64_t Settings::*>(field)) {
      row.min = min;
      row.max = max;
    }
    return row;
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
template <typename Settings>
constexpr SettingField<Settings> flag_field(std::string_view name, bool Settings::*field, std::string_view doc) {
  return {.name = name, .field = field, .doc = doc};
}
/// `choices`: the allowed words, separated by `|`; empty: any text.
template <typename Settings>
constexpr SettingField<Settings> text_field(std::string_view name, std::string Settings::*field,
                                            std::string_view choices, std::string_view doc) {
  return {.name = name, .field = field, .doc = doc, .choices = choices};
}

/// The member of `memory` (the settings in force) whose name is the part of `name` before the point; null if there is
/// none or it is not an object.
[[nodiscard]] const nlohmann::json* section_of(const nlohmann::json& memory, std::string_view name);
/// The section's number for the setting `name`, in the form that the struct holds; a number out of range becomes the
/// nearest allowed one. Absent if the section has no number for it.
[[nodiscard]] std::optional<std::int64_t> value_in(const nlohmann::json& section, std::string_view name, bool is_score,
                                                   double min, double max);
/// The section's flag or text for the setting `name`; absent if the section has none. `choices`: as in SettingField; a
/// text that is not among them is absent, too.
[[nodiscard]] std::optional<bool> flag_in(const nlohmann::json& section, std::string_view name);
[[nodiscard]] std::optional<std::string> text_in(const nlohmann::json& section, std::string_view name,
                                                 std::string_view choices);

template <typename Settings, std::size_t N>
std::vector<SettingRow> rows_of(const std::array<SettingField<Settings>, N>& fields) {
  std::vector<SettingRow> rows;
  for (const auto& field : fields) {
    rows.push_back(field.row());
  }
  return rows;
}

/// Fills one field of `settings` from the section, if that has a value for it.
template <typename Settings>
void read_field(const SettingField<Settings>& field, const nlohmann::json& section, Settings& settings) {
  if (const auto* number = std::get_if<std::int64_t Settings::*>(&field.field)) {
    settings.** number =
        value_in(section, field.name, field.is_score, field.min, field.max).value_or(settings.**number);
  } else if (const auto* flag = std::get_if<bool Settings::*>(&field.field)) {
    settings.** flag = flag_in(section, field.name).value_or(settings.**flag);
  } else if (auto text = text_in(section, field.name, field.choices); text.has_value()) {
    settings.*std::get<std::string Settings::*>(field.field) = *std::move(text);
  }
}

/// Reads the settings of one stage from `memory` (the settings in force). A missing value, or one of another type, becomes
/// its default, because a stage cannot refuse settings that are already in the log.
template <typename Settings, std::size_t N>
Settings settings_from(const std::array<SettingField<Settings>, N>& fields, const nlohmann::json& memory) {
  Settings settings;
  if (const nlohmann::json* section = section_of(memory, fields[0].name); section != nullptr) {
    for (const auto& field : fields) {
      read_field(field, *section, settings);
    }
  }
  return settings;
}

}  // namespace turnstream::stage_api
