#pragma once
// Checks of the table of settings of any stage. Threads: any.

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::stage_checks {

/// The default of every row is in the row's range and is parsed as the default in the field. `parse`: parse_settings()
/// of the stage.
template <typename Settings, typename Fields>
void check_defaults(const std::string& stage, const Fields& fields, Settings (*parse)(const nlohmann::json&)) {
  const Settings defaults;
  nlohmann::json section;
  for (const auto& field : fields) {
    const auto value = nlohmann::json::parse(field.row().default_value);
    CHECK(value.template get<double>() >= field.min);
    CHECK(value.template get<double>() <= field.max);
    CHECK_FALSE(field.doc.empty());
    section[std::string(field.name.substr(field.name.find('.') + 1))] = value;
  }
  const Settings parsed = parse({{stage, section}});
  for (const auto& field : fields) {
    CAPTURE(field.name);
    CHECK(parsed.*field.field == defaults.*field.field);
  }
}

/// Every field has one row, and the rows are in order of name.
template <typename Settings, typename Fields>
void check_rows(const Fields& fields, const std::vector<stage_api::SettingRow>& rows) {
  CHECK(fields.size() * sizeof(std::int64_t) == sizeof(Settings));
  CHECK(std::is_sorted(fields.begin(), fields.end(), [](const auto& a, const auto& b) { return a.name < b.name; }));
  CHECK(rows.size() == fields.size());
}

}  // namespace turnstream::stage_checks
