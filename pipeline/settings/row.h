#pragma once
// Row: the description of one setting. rows() is the table of the program's own settings; memory_row() converts a
// stage's SettingRow. Threads: immutable after construction.

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

/// The value of one setting. Properties is for the row whose name ends in `.*`.
using Value = std::variant<bool, std::int64_t, double, std::string, Words, Numbers, Properties>;
/// The field of a Settings object that a row fills.
using Field = std::variant<std::monostate, bool*, std::int64_t*, std::string*, Words*, Numbers*, Properties*>;

/// The bound of a number without one: 2⁵³, which is exact as a double.
inline constexpr double kUnlimited = 9'007'199'254'740'992;

struct Row {
  std::string name;
  std::string unit = {};
  double min = std::numeric_limits<double>::lowest();
  double max = std::numeric_limits<double>::max();
  std::vector<std::string> choices = {};
  std::string shape = {};                              ///< says to people what `accepts` requires
  bool (*accepts)(const std::string& word) = nullptr;  ///< true if the text, or a word of the list, is allowed
  std::string at_most = {};  ///< the name of another row whose number this one must not be greater than; empty: none
  std::string doc = {};
  Field (*field)(Settings&) = nullptr;  ///< null for rows of stages, whose values go to memory_json
  Value default_value = false;
};

/// The program's own rows, in the order of docs/configuration.md. `default_value` is taken from Settings{}.
std::span<const Row> rows();

/// Converts a stage's row; its full name is memory.<stage>.<name_unit>. Precondition: the default is JSON: a boolean,
/// number, text or list of texts.
Row memory_row(const stage_api::SettingRow& row);

/// The allowed values as text for people: `a whole number, 1 to 64`, `wall, event`, `any text`.
std::string allowed_of(const Row& row);

/// A value as text for people: `8`, `true`, `[a, b]`, `{property=text}`.
std::string text_of(const Value& value);

}  // namespace turnstream::settings
