#pragma once
// Offsets that retention deleted before the pipeline read them. Threads: one.

#include <string>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// A sentence for each partition of an input of intake, or of the log, whose first record is behind the committed
/// position of intake or of a stage.
Result<std::vector<std::string>> lost_input(log::Client& client, const settings::Settings& settings,
                                            const std::vector<std::string>& stages);

}  // namespace turnstream::app
