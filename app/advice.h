#pragma once
// What the program says on its own account, whatever the command: what to do about an error that no layer below can
// know the way out of, and which variables of the environment look like settings and are none. Threads: pure functions.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/settings/load.h"

namespace turnstream::app {

/// The error with what to do added to its message, where there is something to say.
Error with_advice(Error error, const settings::Settings& settings);

/// A sentence for each variable that begins with TURNSTREAM_ and means nothing to the program or its scripts.
std::vector<std::string> unknown_variables(const std::vector<std::pair<std::string, std::string>>& environment,
                                           const settings::Loaded& loaded);

}  // namespace turnstream::app
