#pragma once
// What an upgrade needs before it begins: the first records of the changelogs, and no settings of memory on the command
// line. Threads: one.

#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// Error "usage" if --set names a setting of memory: the replay takes those from the log. A settings file and the
/// environment may have them, for the `run` that follows.
Status refuse_memory_flags(const Context& context);

/// Error "input_refused" if a changelog lacks its first records. The new state would be written behind the gap, and no
/// process could restore it, because a restore cannot know what the deleted rows were.
Status check_changelogs(const Context& context, log::Admin& admin, const std::vector<std::string>& stages,
                        const std::string& into);

/// The commands that run a pipeline whose stages have moved to namespace `into`: for intake, and for the stages.
std::vector<std::string> commands_of_new_names(const Context& context, const std::string& into);

}  // namespace turnstream::app
