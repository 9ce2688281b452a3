#pragma once
// What an upgrade needs before it begins: no settings of memory on the command line; and what its user runs then. Threads: one.

#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// Error "usage" if --set names a setting of memory: the replay takes those from the log. A settings file and the
/// environment may have them, for the `run` that follows.
Status refuse_memory_flags(const Context& context);

/// The commands that run a pipeline whose stages have moved to namespace `into`: for intake, and for the stages.
std::vector<std::string> commands_of_new_names(const Context& context, const std::string& into);

}  // namespace turnstream::app
