#pragma once
// FeedHealth: what a Feed says about itself: how far it is in each partition of the log, the stages for which it waits, and why it
// has ended. It never influences rows. Threads: the setters the feed's, all others any.

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"

namespace turnstream::recall {

/// After a record of the log has waited so long for the completion of a stage, recall says that it waits for that stage.
inline constexpr std::chrono::seconds kWaitsAfter{10};

struct PartitionHealth {
  NextOffset applied;  ///< all records of the log before this are applied
  NextOffset since;    ///< the records before this were deleted before recall could read them; 0: it has had all
  LogTime log_time;    ///< of the last record that was applied; 0: none was
  std::vector<std::string> waits_for;  ///< the stages that have not answered the next record for kWaitsAfter, by phase
};

struct FeedView {
  std::vector<std::string> stages;  ///< that answer each record, in the order of their phases
  std::vector<PartitionHealth> partitions;
  std::int64_t records = 0;      ///< of the log that were applied since the start of the process
  std::optional<Error> failure;  ///< why the feed has ended; absent while it runs, and after a stop

  /// The stages for which any partition waits, each once.
  [[nodiscard]] std::vector<std::string> waits_for() const;
};

class FeedHealth {
 public:
  FeedHealth(std::vector<std::string> stages, std::int32_t partitions) : inputs_(static_cast<std::size_t>(partitions)) {
    view_.stages = std::move(stages);
    view_.partitions.resize(static_cast<std::size_t>(partitions));
  }

  /// The feed continues, or begins, with this.
  void begin(Partition partition, PartitionHealth health);
  /// `read`: how far each input of the partition is read, as long as nothing of it can be applied yet; else empty.
  void reached(Partition partition, NextOffset applied, std::vector<NextOffset> read);
  void add_record(Partition partition, LogTime log_time);
  void waits_for(Partition partition, std::vector<std::string> stages);
  void end(const Status& status);

  [[nodiscard]] FeedView view() const;
  [[nodiscard]] std::optional<Error> failure() const;
  [[nodiscard]] std::vector<std::string> waits_for(Partition partition) const;
  /// Waits until all records before these ends are applied, for `time` at most. `ends`: of the inputs of each partition, the log
  /// first. A partition whose first record cannot be applied counts as done when all of its inputs are read to their ends.
  /// False if it ends before that, also because the feed has ended or a stop is requested.
  bool wait_for(const std::vector<std::vector<NextOffset>>& ends, std::chrono::milliseconds time,
                const std::stop_token& stop);

 private:
  [[nodiscard]] bool has_reached(const std::vector<std::vector<NextOffset>>& ends) const REQUIRES(mutex_);
  PartitionHealth& of(Partition partition) REQUIRES(mutex_) {
    return view_.partitions[static_cast<std::size_t>(partition.value())];
  }

  mutable Mutex mutex_;
  ConditionVariable changed_;
  bool has_ended_ GUARDED_BY(mutex_) = false;
  FeedView view_ GUARDED_BY(mutex_);
  std::vector<std::vector<NextOffset>> inputs_ GUARDED_BY(mutex_);  ///< by partition: what reached() said last
};

}  // namespace turnstream::recall
