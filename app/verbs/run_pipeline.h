#pragma once
// run_pipeline: what `turnstream run` does without flags of its own. Threads: one; it must be the only one of the process.

#include "app/context.h"
#include "app/exit_code.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Runs until SIGTERM or SIGINT. Errors: as `run` reports them.
Result<ExitCode> run_pipeline(Context& context);

}  // namespace turnstream::app
