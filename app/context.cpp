#include "app/context.h"

namespace turnstream::app {

std::optional<std::string> Context::environment(const std::string& name) const {
  for (const auto& [variable, value] : surroundings.environment) {
    if (variable == name && !value.empty()) {
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace turnstream::app
