#pragma once
// Present memories: those that exist after the changes in all completions. Threads: any; pure, except for read_things(),
// which reads the log.

#include <map>
#include <string>

#include "app/stage_catalog.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/model/completion.h"
#include "pipeline/model/topic_names.h"

namespace turnstream::app {

/// The present values, as JSON by kind and id. Deleted ones are absent.
using Things = std::map<std::string, std::map<std::string, std::string>>;

void apply(Things& things, const model::Change& change);

/// Applies the completions of all stages in phase order.
Result<Things> read_things(log::Client& client, const model::TopicNames& names, const StageCatalog& catalog,
                           log::milliseconds timeout);

}  // namespace turnstream::app
