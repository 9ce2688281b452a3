#pragma once
// Assignment: one `name = text` as a person wrote it, and where. Every source (YAML file, environment, flags) comes
// down to a list of them, in the order in which they were written. yaml_assignments is the one function of the project
// that reads YAML. Threads: any; pure functions but for reading the file.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::settings {

struct Assignment {
  std::string name;   ///< `section.name_unit`
  std::string place;  ///< `turnstream.yaml:12`, `environment TURNSTREAM_RUN__WORKERS`, `--set`
  std::vector<std::string> words;
  bool is_list = false;  ///< written as a list; else `words` is one text, which may still spell one: `a,b`
};

/// Errors: code "settings", a file that cannot be read or is not YAML, with line and column.
Result<std::vector<Assignment>> yaml_assignments(const std::string& path);

/// Of (name, value) pairs, those that name a setting: TURNSTREAM_SECTION__NAME_UNIT. Others are none of our business.
std::vector<Assignment> environment_assignments(const std::vector<std::pair<std::string, std::string>>& environment);

/// `section.name=value`. Errors: code "settings", no `=`.
Result<Assignment> flag_assignment(const std::string& text);

}  // namespace turnstream::settings
