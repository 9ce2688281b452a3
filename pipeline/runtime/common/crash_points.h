#pragma once
// CrashPoint: the numbered places in the order of effects (worker.cpp) at which the simulation, or the verb `demo`, may
// end a worker. The verb `run` has no CrashPoints object.
// Threads: each worker that has the CrashPoints object calls it, on the worker's thread.

#include "pipeline/base/result.h"

namespace turnstream::runtime {

enum class CrashPoint {
  kAssigned = 1,       ///< partitions assigned, nothing restored
  kRestored,           ///< state restored, reading not started
  kRecordAccepted,     ///< a record was given to the processor
  kRecordProcessed,    ///< the outputs of one process_one() are in the transaction, most of them only in memory
  kOutputsProduced,    ///< all outputs are in the open transaction of the log
  kChangelogProduced,  ///< state changes are in the open transaction too
  kOffsetsSent,        ///< the progress is in the open transaction too
  kCommitted,          ///< the transaction is committed; the local store does not have its changes yet
  kStateWritten,       ///< the batch of changes was submitted to the local store
  kRevoked,            ///< a rebalance takes the partitions; they are not released yet
};
inline constexpr int kCrashPoints = 10;

class CrashPoints {
 public:
  virtual ~CrashPoints() = default;
  /// The worker calls it at each point. If it returns an error, the worker ends there, without clean-up.
  virtual Status reach(CrashPoint point) = 0;
};

}  // namespace turnstream::runtime
