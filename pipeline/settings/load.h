#pragma once
// load: settings from their sources, in rising priority: defaults, YAML file, environment, flags. Called once by app/,
// which passes in the rows that its stages declare. Threads: any; pure but for reading the file.

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
  std::vector<Assignment> flags;  ///< `--set` and the flags that stand for a setting, as written
  std::vector<stage_api::SettingRow> memory_rows;
};

/// One setting in force, for people.
struct Resolved {
  std::string name;
  std::string value;   ///< `***` for secrets
  std::string origin;  ///< `default`, or the place of the assignment that won
};

struct Loaded {
  Settings settings;
  std::vector<Resolved> values;  ///< in the order of docs/configuration.md
};

/// Errors: code "settings"; the message has one line for each unknown key or refused value, not only the first.
Result<Loaded> load(const Sources& sources);

/// docs/configuration.md.
std::string configuration_markdown(std::span<const stage_api::SettingRow> memory_rows);

}  // namespace turnstream::settings
