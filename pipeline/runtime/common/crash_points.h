#pragma once
// CrashPoint: the numbered places in the order of effects (worker.cpp) between which a process may die. The simulation
// ends a worker at each of them; in production nothing listens.
// Threads: a CrashPoints object is called by the worker that holds it.

#include "pipeline/base/result.h"

namespace turnstream::runtime {

enum class CrashPoint {
  kAssigned = 1,       ///< partitions assigned, nothing restored
  kRestored,           ///< state restored, reading not started
  kRecordAccepted,     ///< a record is in memory
  kRecordProcessed,    ///< its outputs are in the open transaction
  kChangelogProduced,  ///< state changes are in the open transaction too
  kOffsetsSent,        ///< and the progress
  kCommitted,          ///< committed, local state does not know
  kStateWritten,       ///< local state knows
  kRevoked,            ///< partitions taken away, not yet given back
};
inline constexpr int kCrashPoints = 9;

class CrashPoints {
 public:
  virtual ~CrashPoints() = default;
  /// An error ends the worker here, without any clean-up.
  virtual Status reach(CrashPoint point) = 0;
};

}  // namespace turnstream::runtime
