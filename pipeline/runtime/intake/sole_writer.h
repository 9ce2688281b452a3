#pragma once
// SoleWriter: under the event clock each partition of the log needs one writer, because log time comes from the turns.
// It finds out that another process has some of the partitions, lets this intake wait for a minute, and then returns an
// error, so that one of the processes ends: the one that does not own the first partition.
// Threads: the worker's. Lifetime: borrows the clock.

#include <optional>
#include <set>
#include <string>

#include "pipeline/base/clock.h"
#include "pipeline/base/result.h"

namespace turnstream::runtime {

class SoleWriter {
 public:
  SoleWriter(const Clock& clock, std::string name_space) : clock_(clock), name_space_(std::move(name_space)) {}

  /// The partitions of the log that this intake was assigned, and the number of all.
  void own(const std::set<Partition>& owned, std::int32_t partitions);
  void release() { shared_since_.reset(); }
  /// False while this intake must wait. Error "intake_shared" (kStopProcess) if the process must end.
  [[nodiscard]] Result<bool> is_alone() const;

 private:
  const Clock& clock_;
  std::string name_space_;
  std::optional<MonotonicTime> shared_since_;  ///< since when other processes own partitions
  bool has_first_ = false;                     ///< this intake owns the first partition
};

}  // namespace turnstream::runtime
