#include "pipeline/settings/source.h"

#include "pipeline/settings/value.h"

namespace turnstream::settings {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// The setting's name for an environment variable without TURNSTREAM_: RUN__WORKERS → run.workers. librdkafka's names
/// contain dots, which a variable's name cannot contain; so after `kafka.client.` each `_` becomes a dot.
std::string name_of(const std::string& variable) {
  std::string name;
  for (std::size_t i = 0; i < variable.size(); ++i) {
    if (variable[i] == '_' && i + 1 < variable.size() && variable[i + 1] == '_') {
      name.push_back('.');
      ++i;
    } else {
      name.push_back(lower(variable[i]));
    }
  }
  const std::string properties = "kafka.client.";
  if (name.starts_with(properties)) {
    for (std::size_t i = properties.size(); i < name.size(); ++i) {
      name[i] = name[i] == '_' ? '.' : name[i];
    }
  }
  return name;
}

}  // namespace

std::vector<Assignment> environment_assignments(const std::vector<std::pair<std::string, std::string>>& environment) {
  const std::string prefix = "TURNSTREAM_";
  std::vector<Assignment> out;
  for (const auto& [variable, value] : environment) {
    if (variable.starts_with(prefix) && variable.find("__", prefix.size()) != std::string::npos) {
      out.push_back(
          {.name = name_of(variable.substr(prefix.size())), .place = "environment " + variable, .words = {value}});
    }
  }
  return out;
}

Result<Assignment> flag_assignment(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) {
    // Without `=` the text may be a secret, or end with one.
    const std::string name = shown_name(text);
    return make_error(error_codes::kSettings, Reaction::kStopProcess,
                      "--set " + (name.find('.') == std::string::npos ? "…" : name) +
                          " is not an assignment: write --set section.name=value");
  }
  return Assignment{.name = text.substr(0, equals), .place = "--set", .words = {text.substr(equals + 1)}};
}

}  // namespace turnstream::settings
