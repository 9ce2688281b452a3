#pragma once
// What holds of every stage's table of settings, whatever it says. Threads: any.

#include <algorithm>
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/stage_api/setting_field.h"

namespace turnstream::stage_checks {

/// Every row's default is the default in the field and lies within its range. `parse`: the stage's own.
template <typename Settings, typename Fields>
void check_defaults(const std::string& stage, const Fields& fields, Settings (*parse)(const nlohmann::json&)) {
  const Settings defaults;
  nlohmann::json section;
  for (const auto& field : fields) {
    const auto value = nlohmann::json::parse(field.row.default_value);
    CHECK(value.template get<double>() >= field.row.min);
    CHECK(value.template get<double>() <= field.row.max);
    CHECK_FALSE(field.row.doc.empty());
    section[std::string(field.row.name.substr(field.row.name.find('.') + 1))] = value;
  }
  const Settings parsed = parse({{stage, section}});
  for (const auto& field : fields) {
    CAPTURE(field.row.name);
    CHECK(parsed.*field.field == defaults.*field.field);
  }
}

/// Every field has one row, and the rows are in order of name.
template <typename Settings, typename Fields>
void check_rows(const Fields& fields, const std::vector<stage_api::SettingRow>& rows) {
  CHECK(fields.size() * sizeof(std::int64_t) == sizeof(Settings));
  CHECK(std::is_sorted(fields.begin(), fields.end(),
                       [](const auto& a, const auto& b) { return a.row.name < b.row.name; }));
  CHECK(rows.size() == fields.size());
}

}  // namespace turnstream::stage_checks
