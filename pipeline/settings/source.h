#pragma once
// Assignment: one `name = text` as the operator wrote it, and its place. Each source (YAML file, environment, flags)
// becomes a list of them, in the order in which they were written. Only yaml_assignments() reads YAML. Threads: any;
// pure functions, except for reading the file.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::settings {

struct Assignment {
  std::string name;   ///< `section.name_unit`
  std::string place;  ///< `turnstream.yaml:12`, `environment TURNSTREAM_RUN__WORKERS`, `--set`
  std::vector<std::string> words;
  bool is_list = false;  ///< written as a YAML list; otherwise `words` has one text, which may be a list such as
                         ///< `a,b`
};

/// Errors: code "settings" if the file cannot be read, is not YAML (message with line and column) or is not made of
/// sections with plain values and lists (with line).
Result<std::vector<Assignment>> yaml_assignments(const std::string& path);

/// Takes the (name, value) pairs of the form TURNSTREAM_SECTION__NAME_UNIT, also unknown settings. Ignores all others.
std::vector<Assignment> environment_assignments(const std::vector<std::pair<std::string, std::string>>& environment);

/// Parses `section.name=value`. Errors: code "settings" if there is no `=` or no name.
Result<Assignment> flag_assignment(const std::string& text);

}  // namespace turnstream::settings
