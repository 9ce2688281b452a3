#pragma once
// Replays the log of a namespace with this program's stages into another namespace, up to given offsets. The state store
// of the replay is a folder of its own. A replay that was interrupted continues where it ended. Threads: one.

#include <stop_token>
#include <string>
#include <vector>

#include "app/context.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

struct ReplayPlan {
  std::string log_of;            ///< the namespace whose log is read
  std::string into;              ///< the namespace whose topics are written
  std::vector<NextOffset> ends;  ///< for each partition of the log, the offset before which the replay stops
  std::string folder;            ///< of the state store; StateDirectory::upgrade_folder()
};

/// False if `stop` ended the replay before its end. Errors: those of the log, the store and the stages; "input_refused"
/// if the replay did not arrive at the ends.
Result<bool> replay_log(Context& context, log::Client& client, const ReplayPlan& plan, const std::stop_token& stop);

}  // namespace turnstream::app
