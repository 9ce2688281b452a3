#pragma once
// Advice that all commands share: what to do if the Kafka broker cannot be reached, and which environment variables
// with the prefix TURNSTREAM_ are not settings. Threads: pure functions.

#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/settings/load.h"

namespace turnstream::app {

/// The error; if its code is "unreachable" and kafka.bootstrap is set, with advice appended to its message.
Error with_advice(Error error, const settings::Settings& settings);

/// A sentence for each variable TURNSTREAM_… that the settings loader ignores, except for a fixed list of names.
std::vector<std::string> unknown_variables(const std::vector<std::pair<std::string, std::string>>& environment,
                                           const settings::Loaded& loaded);

}  // namespace turnstream::app
