#pragma once
// Assignment: a setting's name, the text that the operator gave it, and the place. Each source (YAML file, environment,
// flags) becomes a list of assignments. Threads: any; pure functions, except for reading the file.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"

namespace turnstream::settings {

struct Assignment {
  std::string name;   ///< the setting's name, such as `run.workers`
  std::string place;  ///< `turnstream.yaml:12`, `environment TURNSTREAM_RUN__WORKERS`, `--set`
  std::vector<std::string> words;
  bool is_list = false;  ///< written as a YAML list; otherwise `words` has one text, which may be a list such as
                         ///< `a,b`
};

/// Errors: code "settings" if the file cannot be read, is not YAML, or is not made of sections with plain values and
/// lists.
Result<std::vector<Assignment>> yaml_assignments(const std::string& path);

/// Takes the (name, value) pairs whose name begins with TURNSTREAM_ and has `__` after that, such as
/// TURNSTREAM_RUN__WORKERS, even if there is no such setting. Ignores all others.
std::vector<Assignment> environment_assignments(const std::vector<std::pair<std::string, std::string>>& environment);

/// Parses `section.name=value`. Errors: code "settings" if there is no `=` or no name.
Result<Assignment> flag_assignment(const std::string& text);

/// Whether librdkafka has a property of this name, such as `linger.ms`, that kafka.client.* may set.
using PropertyTest = bool (*)(const std::string& property);

}  // namespace turnstream::settings
