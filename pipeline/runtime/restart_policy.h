#pragma once
// RestartPolicy: when a worker whose session ended with an error starts over, and when it gives up. Sessions that fail
// one after another wait longer each time; after too many of them the process ends, for its service manager to start it
// afresh. A broker that is away is no failure of ours: it is waited for, for ever where the process is a service.
// Threads: the worker's.

#include <cstdint>
#include <optional>

#include "pipeline/base/result.h"

namespace turnstream::runtime {

struct RestartLimits {
  std::int64_t restarts_max = 100;            ///< failed sessions in a row
  std::optional<std::int64_t> outage_ms_max;  ///< longest row of transient errors; none = no limit
};

/// What became of one session of a worker.
struct SessionEnd {
  Error error;
  std::int64_t ran_ms = 0;
  bool was_ready = false;  ///< when it failed
  bool committed = false;  ///< at least once
};

class RestartPolicy {
 public:
  explicit RestartPolicy(const RestartLimits& limits) : limits_(limits) {}

  /// How long to wait before the next session. Errors: the end of the process: "gave_up" after too many failures, the
  /// transient error itself after too long an outage.
  Result<std::int64_t> after(const SessionEnd& session);

 private:
  RestartLimits limits_;
  std::int64_t failures_ = 0;
  std::int64_t outage_ms_ = 0;
  std::int64_t wait_ms_ = 0;
};

}  // namespace turnstream::runtime
