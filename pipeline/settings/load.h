#pragma once
// load: reads the settings from their sources, in ascending priority: defaults, YAML file, environment, flags. The
// caller passes in the rows that the stages declare. Threads: any; pure except for reading the file.

#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/settings/settings.h"
#include "pipeline/settings/source.h"
#include "pipeline/stage_api/setting_row.h"

namespace turnstream::settings {

struct Sources {
  std::optional<std::string> file;
  std::vector<std::pair<std::string, std::string>> environment;
  std::vector<Assignment> flags;  ///< from the command line; a later one overrides an earlier one
  std::vector<stage_api::SettingRow> memory_rows;
  PropertyTest may_set = nullptr;  ///< for the advice about a misspelt property; null: no property is advised
};

struct Resolved {
  std::string name;
  std::string value;   ///< `***` if is_printable() is false for the name
  std::string origin;  ///< `default`, or the place of the assignment that won
};

struct Loaded {
  Settings settings;
  std::vector<Resolved> values;  ///< in the order of docs/configuration.md
};

/// Errors: code "settings". The message is the first problem and `others` are the further ones: unknown name, name given
/// twice, refused value, broken rule of check_together(). An unusable YAML file is reported alone.
Result<Loaded> load(const Sources& sources);

std::string configuration_markdown(std::span<const stage_api::SettingRow> memory_rows);

}  // namespace turnstream::settings
