#pragma once
// Checks of the table of settings of any stage. Threads: any.

#include <algorithm>
#include <array>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::stage_checks {

/// The default of every row is in the row's range and is parsed as the default in the field.
template <typename Settings, std::size_t N>
void check_defaults(const std::array<stage_api::SettingField<Settings>, N>& fields) {
  const Settings defaults;
  nlohmann::json memory;
  for (const auto& field : fields) {
    const auto value = nlohmann::json::parse(field.row().default_value);
    if (value.is_number()) {
      CHECK(value.template get<double>() >= field.min);
      CHECK(value.template get<double>() <= field.max);
    }
    CHECK_FALSE(field.doc.empty());
    const std::size_t dot = field.name.find('.');
    memory[std::string(field.name.substr(0, dot))][std::string(field.name.substr(dot + 1))] = value;
  }
  const Settings parsed = stage_api::settings_from(fields, memory);
  for (const auto& field : fields) {
    CAPTURE(field.name);
    CHECK(field.text_in(parsed) == field.text_in(defaults));
  }
}

/// Every field has one row (flags stand side by side in the struct), and the rows are in order of name. The defaults do not contradict each other.
template <typename Settings, std::size_t N>
void check_rows(const std::array<stage_api::SettingField<Settings>, N>& fields) {
  std::size_t bytes = 0;
  for (const auto& field : fields) {
    constexpr std::array kSizes{sizeof(std::int64_t), sizeof(bool), sizeof(std::string)};
    bytes += kSizes[field.field.index()];
  }
  CHECK((bytes + sizeof(std::int64_t) - 1) / sizeof(std::int64_t) * sizeof(std::int64_t) == sizeof(Settings));
  CHECK(std::is_sorted(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.name < b.name; }));
  CHECK(stage_api::rows_of(fields).size() == fields.size());
  for (const auto& small : fields) {
    const auto large =
        std::find_if(fields.begin(), fields.end(), [&](const auto& one) { return one.name == small.at_most; });
    CAPTURE(small.name);
    CHECK((large != fields.end()) == !small.at_most.empty());
    if (large != fields.end()) {
      const Settings defaults;
      CHECK(std::stod(small.text_in(defaults)) <= std::stod(large->text_in(defaults)));
    }
  }
}

}  // namespace turnstream::stage_checks
