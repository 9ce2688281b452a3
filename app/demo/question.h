#pragma once
// print_question: the end of the demonstration: a question to the memory that it made, answered by recall from the same topics.
// Threads: one; it starts one of its own.

#include "app/demo/page.h"
#include "app/explain/report.h"
#include "app/stage_catalog.h"
#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/settings/settings.h"

namespace turnstream::app {

/// Builds a read model in memory from the topics of the namespace, asks it, prints the first results, and adds the answer to
/// `told` as "recall". Errors: those of the read model and of the log.
Status print_question(Page& page, Report& told, log::Client& client, const settings::Settings& settings,
                      const StageCatalog& catalog);

}  // namespace turnstream::app
