#pragma once
// SettingRow: one setting that influences memory, as a stage declares it in its own table. It reaches the stage only
// through Input::settings, as {"<stage>": {"<name_unit>": value}}; people write it as memory.<stage>.<name_unit>.
// Threads: values; the views point at literals.

#include <limits>
#include <string_view>

namespace turnstream::stage_api {

struct SettingRow {
  std::string_view name;           ///< "<stage>.<name_unit>", unique
  std::string_view default_value;  ///< as JSON: `100`, `0.7`, `true`, `"word"`; its type is the setting's type
  std::string_view unit = {};
  double min = std::numeric_limits<double>::lowest();  ///< numbers: both bounds are allowed values
  double max = std::numeric_limits<double>::max();
  std::string_view choices = {};  ///< texts: the allowed words, separated by `|`; empty = any
  std::string_view doc;           ///< one sentence
};

}  // namespace turnstream::stage_api
