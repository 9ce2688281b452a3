#pragma once
// RestartPolicy: decides whether and when a worker starts again after a session that ended with an error. The wait
// doubles with each session in a row of at most 5 s, from 200 ms up to 5 s. After too many failed sessions in a row the
// process must end. A session that ends with a transient error (kRetry, for example because no broker can be
// reached) is not such a failure: without outage_ms_max the worker retries for ever. Threads: the worker's.

#include <cstdint>
#include <optional>

#include "pipeline/base/result.h"

namespace turnstream::runtime {

struct RestartLimits {
  std::int64_t restarts_max = 100;            ///< maximum number of restarts in a row of failed sessions
  std::optional<std::int64_t> outage_ms_max;  ///< maximum duration of an outage (see SessionEnd); none = no limit
};

/// How one session of a worker ended. If it committed, or lasted over 5 s and was_ready, it ends a row of failed
/// sessions and an outage (transient errors in a row).
struct SessionEnd {
  Error error;
  std::int64_t ran_ms = 0;
  bool was_ready = false;  ///< the worker had its partitions and their state at the end
  bool committed = false;  ///< the session committed at least once
};

class RestartPolicy {
 public:
  explicit RestartPolicy(const RestartLimits& limits) : limits_(limits) {}

  /// The wait before the next session, in milliseconds. An error if the process must end instead: "gave_up" after too
  /// many failures, or the transient error itself after too long an outage.
  Result<std::int64_t> after(const SessionEnd& session);
  /// Adds the time for which the worker waited for a lost log before its next session: it belongs to the outage too. An
  /// error, that of the log, if the process must end instead of waiting longer.
  Status waited(std::int64_t ms, const Error& loss);

 private:
  RestartLimits limits_;
  std::int64_t failures_ = 0;
  std::int64_t outage_ms_ = 0;
  std::int64_t wait_ms_ = 0;
};

}  // namespace turnstream::runtime
