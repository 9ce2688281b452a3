#pragma once
// TimeKeeper: what one intake tells the LogClock of its process, and asks it: the newest times in its partitions of the
// log, the times at which the log appended its records, and the commands that accept a jump of the wall clock.
// Threads: the worker's. Lifetime: borrows the clock.

#include <optional>

#include "pipeline/base/log_clock.h"
#include "pipeline/runtime/common/worker_transaction.h"
#include "pipeline/runtime/intake/intake_metadata.h"

namespace turnstream::runtime {

class TimeKeeper {
 public:
  explicit TimeKeeper(LogClock& clock) : clock_(clock) {}

  /// Takes over a partition of the log; `last`: what was last written into it.
  void own(const IntakeMetadata& last);
  void release();

  /// True if a tick is needed only to ask the log for its time at the first commit, because turns may wait for it.
  [[nodiscard]] bool needs_tick() const {
    return !asked_ && clock_.view().in_doubt && clock_.wants_witness() && !clock_.witnessed();
  }
  /// The open transaction has a tick, so its commit can ask the log.
  void ticked() { asked_ = true; }
  /// Before a commit of a transaction with records for the log: asks the log for its time if the clock wants it.
  Status ask(WorkerTransaction& transaction, log::milliseconds timeout);
  void committed() { asked_ = false; }

  /// An operator accepts a jump to this time. Returns the error of the command's dead letter if it is refused.
  [[nodiscard]] std::optional<Error> accept(EventTime time);
  /// The time of the log's own clock, for the metadata of the commit; none if it is not known.
  [[nodiscard]] std::optional<WallTime> log_clock() const { return clock_.witnessed(); }

 private:
  LogClock& clock_;
  bool asked_ = false;
  /// How far log time was ahead of the log's own clock, at least, in the partitions at the assignment; none: unknown.
  std::optional<std::int64_t> lead_ms_;
};

}  // namespace turnstream::runtime
