#pragma once
// Names records of an input that were deleted before intake read them: in a log line and a metric. Threads: any.

#include "pipeline/base/metrics.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

/// `metrics` may be null.
void report_loss(const log::RecordsLost& lost, Metrics* metrics);

}  // namespace turnstream::runtime
