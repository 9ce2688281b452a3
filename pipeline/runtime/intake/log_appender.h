#pragma once
// LogAppender: writes intake's records: accepted source records, ticks and settings into the log, refused records into
// the dead letters. For each partition of the log that this intake owns, it holds the hash of the settings last
// published there. Under the event clock it also holds the last log time.
// Errors: those of the transaction. Threads: the worker's. Lifetime: borrows config and clock.

#include <map>
#include <optional>
#include <string>

#include "pipeline/base/clock.h"
#include "pipeline/log/record.h"
#include "pipeline/runtime/common/worker_transaction.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/intake/intake_metadata.h"
#include "pipeline/runtime/intake/intake_time.h"
#include "pipeline/runtime/intake/intake_validator.h"

namespace turnstream::runtime {

class LogAppender {
 public:
  LogAppender(const IntakeConfig& config, const Clock& clock);

  /// Takes over a partition. `last`: what was last written into it.
  void own(Partition partition, const IntakeMetadata& last);
  void release_all() { owned_.clear(); }
  [[nodiscard]] bool owns_any() const { return !owned_.empty(); }
  /// The metadata to commit with the offset of commands[partition]; none for a partition that is not owned.
  [[nodiscard]] std::optional<IntakeMetadata> metadata(Partition partition) const;
  /// True if metadata(partition) may have changed since the last committed().
  [[nodiscard]] bool has_changed(Partition partition) const;
  void committed();

  /// Event clock: false until own(), a turn or a tick command gives the partition a log time. Wall clock: always true.
  [[nodiscard]] bool has_time(Partition partition) const;
  /// Appends an accepted record to partition `target` of the log. Under the event clock it first writes the settings if
  /// the partition had no log time and its last settings differ, and a tick if a turn crosses a tick boundary.
  /// Precondition: the record carries a time, or has_time(target).
  Status append(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted, Partition target);
  /// Writes the dead letter of a refused record; without key and value if they are too large.
  Status refuse(WorkerTransaction& transaction, const log::Record& record, const Refused& refused);
  /// Writes one tick into each owned partition.
  Status append_ticks(WorkerTransaction& transaction, LogTime time);

  /// True if publish_settings() would write a record.
  [[nodiscard]] bool settings_due() const;
  /// Writes the settings into one owned partition that has_time() and whose last settings differ; false if there is
  /// none.
  Result<bool> publish_settings(WorkerTransaction& transaction);

 private:
  struct Owned {
    std::string settings;  ///< the hash of the settings last written into this partition
    EventClock clock{30'000};
    bool changed = false;
  };

  [[nodiscard]] bool is_due(const Owned& owned) const;
  Status write_settings(WorkerTransaction& transaction, Partition partition, Owned& owned, LogTime stamp);
  Status write_record(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted,
                      Partition target, LogTime stamp);
  /// `source`: the tick command; null for a tick of intake's own.
  Status write_tick(WorkerTransaction& transaction, Partition partition, LogTime time, const log::Record* source);

  const IntakeConfig& config_;
  const Clock& clock_;
  std::string settings_hash_;
  std::map<Partition, Owned> owned_;
};

}  // namespace turnstream::runtime
