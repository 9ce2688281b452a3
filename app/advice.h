#pragma once
// Advice that all commands share: what to do about an error whose cause the lower layers cannot determine, and which
// environment variables look like settings but are not. Threads: pure functions.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/settings/load.h"

namespace turnstream::app {

/// The error, with advice appended to its message if there is any.
Error with_advice(Error error, const settings::Settings& settings);

/// One sentence for each variable that begins with TURNSTREAM_ and that neither the program nor its scripts read.
std::vector<std::string> unknown_variables(const std::vector<std::pair<std::string, std::string>>& environment,
                                           const settings::Loaded& loaded);

}  // namespace turnstream::app
