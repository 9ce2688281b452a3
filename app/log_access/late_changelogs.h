#pragma once
// Finds changelogs that keep forgotten texts for longer than they should. Threads: any.

#include <string>
#include <vector>

#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// One sentence for each changelog that may keep forgotten texts for longer than topics.purge_ms, because another setting
/// created it, because it cannot be asked, or because it is of an earlier version and is no longer read.
std::vector<std::string> late_changelogs(log::Admin& admin, const model::TopicNames& names,
                                         const std::vector<std::string>& stages,
                                         const settings::TopicsSettings& settings, log::milliseconds timeout);

}  // namespace turnstream::app
