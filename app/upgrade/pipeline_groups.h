#pragma once
// The consumer groups of a whole pipeline, held so that no process of it runs. Threads: one.

#include <memory>

#include "app/context.h"
#include "app/upgrade/stopped_pipeline.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// Holds the groups of intake and of all stages, fused and phased. Says on stderr that this can take a while. Errors: those
/// of StoppedPipeline::hold().
Result<std::unique_ptr<StoppedPipeline>> hold_pipeline(const Context& context, log::Client& client);

}  // namespace turnstream::app
