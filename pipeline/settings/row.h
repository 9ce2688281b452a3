#pragma once
// Row: everything that is known of one setting. rows() is the table of the program's own settings; memory_row() makes
// the same of a stage's SettingRow. Internal to the folder, except that `turnstream config` lists rows.
// Threads: immutable after construction.

#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "pipeline/settings/settings.h"
#include "pipeline/stage_api/setting_row.h"

namespace turnstream::settings {

using Words = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;
using Properties = std::map<std::string, std::string>;

/// One setting's value. Properties belong to a row whose name ends in `.*`.
using Value = std::variant<bool, std::int64_t, double, std::string, Words, Numbers, Properties>;
/// The place of a row's value in a Settings; monostate for rows of stages, whose values go to memory_json.
using Field = std::variant<std::monostate, bool*, std::int64_t*, std::string*, Words*, Numbers*, Properties*>;

struct Row {
  std::string name;
  std::string unit = {};
  double min = std::numeric_limits<double>::lowest();
  double max = std::numeric_limits<double>::max();
  std::vector<std::string> choices = {};
  std::string shape = {};                              ///< what `accepts` asks for, for people; empty = any text
  bool (*accepts)(const std::string& word) = nullptr;  ///< of a text or each word of a list
  std::string doc = {};
  Field (*field)(Settings&) = nullptr;
  Value default_value = false;
};

/// The program's own rows, in the order of docs/configuration.md, `default_value` taken from Settings{}.
std::span<const Row> rows();

/// A stage's row under its full name, memory.<stage>.<name_unit>. Precondition: a well-formed default (our own
/// mistake).
Row memory_row(const stage_api::SettingRow& row);

/// `1 to 64`, `wall, event`, `any`: what a person may write.
std::string allowed_of(const Row& row);

/// As people write it: `8`, `true`, `[a, b]`.
std::string text_of(const Value& value);

}  // namespace turnstream::settings
