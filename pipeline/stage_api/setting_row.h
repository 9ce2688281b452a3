#pragma once
// SettingRow: one setting that influences memory, as a stage declares it. Its value reaches the stage only through
// Input::settings, as {"<stage>": {"<name_unit>": value}}; in the configuration it is memory.<stage>.<name_unit>.
// Threads: values; the views point to literals.

#include <limits>
#include <string>
#include <string_view>

namespace turnstream::stage_api {

struct SettingRow {
  std::string_view name;      ///< "<stage>.<name_unit>"
  std::string default_value;  ///< as JSON: `100`, `0.7`, `true`, `"word"`; its type is the setting's type
  std::string_view unit = {};
  double min = std::numeric_limits<double>::lowest();  ///< min and max: the smallest and largest allowed number
  double max = std::numeric_limits<double>::max();
  std::string_view choices = {};  ///< for texts: the allowed words, separated by `|`; empty: any text
  std::string_view doc;           ///< what the setting means, in one sentence
  std::string_view at_most = {};  ///< the name of another number that this one must not be greater than; empty: none
};

}  // namespace turnstream::stage_api
