#include "app/advice.h"

#include <algorithm>
#include <string_view>

#include "pipeline/log/kafka/client.h"
#include "pipeline/settings/value.h"

namespace turnstream::app {
namespace {

constexpr std::string_view kPrefix = "TURNSTREAM_";

/// Names that get no warning, without the prefix. The settings loader checks all names with two adjacent underscores.
constexpr std::string_view kOthers[] = {"CACHE",   "HOME",  "LOCOMO", "NODE_MODULES", "PROGRAM", "PYTHON",
                                        "STARTED", "TOKEN", "TSAN",   "VECTORS",      "VERSION"};
constexpr std::string_view kOfTests = "TEST_";

bool is_known(std::string_view name) {
  return name.starts_with(kOfTests) || name.find("__") != std::string_view::npos ||
         std::find(std::begin(kOthers), std::end(kOthers), name) != std::end(kOthers);
}

/// The environment variable of a setting: run.workers → TURNSTREAM_RUN__WORKERS.
std::string variable_of(const std::string& setting) {
  std::string variable(kPrefix);
  for (const char c : setting) {
    variable.append(c == '.' ? std::string("__")
                             : std::string(1, c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c));
  }
  return variable;
}

/// The name without the prefix, in lower case: TURNSTREAM_RUN_WORKERS → run_workers.
std::string setting_of(const std::string& variable) {
  std::string setting = variable.substr(kPrefix.size());
  std::transform(setting.begin(), setting.end(), setting.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return setting;
}

}  // namespace

Error with_advice(Error error, const settings::Settings& settings) {
  if (error.code == error_codes::kUnreachable && !settings.kafka.bootstrap.empty()) {
    error.message +=
        " Start a broker (`scripts/kafka start` or `docker compose up`), or check --bootstrap, the "
        "listeners that the broker advertises, and the TLS and login settings (kafka.client.*). Without "
        "--bootstrap the embedded log is used.";
  }
  return error;
}

std::vector<std::string> unknown_variables(const std::vector<std::pair<std::string, std::string>>& environment,
                                           const settings::Loaded& loaded) {
  std::vector<std::string> names;
  for (const settings::Resolved& value : loaded.values) {
    names.push_back(variable_of(value.name));
  }
  std::vector<std::string> sentences;
  for (const auto& [variable, value] : environment) {
    if (variable.starts_with(kPrefix) && !is_known(std::string_view(variable).substr(kPrefix.size()))) {
      const std::optional<std::string> property =
          settings::meant_property(setting_of(variable), log::kafka::may_override);
      sentences.push_back("the environment variable " + variable +
                          " is not a setting and was ignored; the nearest setting is " +
                          (property ? settings::property_advice(*property) : settings::nearest(variable, names)));
    }
  }
  return sentences;
}

}  // namespace turnstream::app
