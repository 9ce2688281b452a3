#pragma once
// The log time that intake committed last. Threads: one.

#include <optional>

#include "app/context.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/log/client.h"

namespace turnstream::app {

/// The highest log time that intake has committed with its offsets, of all partitions; none if there is none, for
/// example because intake never ran.
Result<std::optional<LogTime>> committed_log_time(const Context& context, log::Admin& admin);

}  // namespace turnstream::app
