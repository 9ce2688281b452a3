#pragma once
// LogAppender: writes intake's records: accepted source records, ticks and settings into the log, refused records into
// the dead letters. For each partition of the log that this intake owns, it holds the hash of the settings last
// published there and the last log time.
// Errors: those of the transaction. Threads: the worker's. Lifetime: borrows config and clock.

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/base/log_clock.h"
#include "pipeline/codec/dead_letter.h"
#include "pipeline/log/client.h"
#include "pipeline/log/record.h"
#include "pipeline/runtime/common/worker_transaction.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/intake/intake_metadata.h"
#include "pipeline/runtime/intake/intake_time.h"
#include "pipeline/runtime/intake/intake_validator.h"

namespace turnstream::runtime {

class LogAppender {
 public:
  LogAppender(const IntakeConfig& config, const LogClock& clock);

  /// Takes over a partition. `last`: what was last written into it.
  void own(Partition partition, const IntakeMetadata& last);
  void release_all() {
    owned_.clear();
    stamps_.clear();
    newest_ = {};
    written_.clear();
  }
  [[nodiscard]] bool owns_any() const { return !owned_.empty(); }
  /// The metadata to commit with the offset of commands[partition], without log_clock; none for a partition that is not
  /// owned.
  [[nodiscard]] std::optional<IntakeMetadata> metadata(Partition partition) const;
  /// True if metadata(partition) may have changed since the last committed().
  [[nodiscard]] bool has_changed(Partition partition) const;
  void committed();
  /// True if the open transaction has records with a stamp of the clock, all of which are for the log.
  [[nodiscard]] bool has_stamps() const { return newest_ != WallTime{}; }
  /// Error "clock_contradicted" if records of the open transaction have a stamp that the clock has taken back.
  [[nodiscard]] Status check_stamps() const;

  /// Event clock: false until own(), a turn or a tick command gives the partition a log time. Wall clock: always true.
  [[nodiscard]] bool has_time(Partition partition) const;
  /// Appends an accepted record to partition `target` of the log. Under the event clock it first writes the settings if
  /// the partition had no log time and its last settings differ, and a tick if a turn crosses a tick boundary.
  /// Precondition: the record carries a time, or has_time(target).
  Status append(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted, Partition target);
  /// Event clock: if a turn of this time crosses a tick boundary, appends the tick alone, and returns true.
  Result<bool> append_due_tick(WorkerTransaction& transaction, const Accepted& turn, Partition target);
  /// True if the open transaction has a record for this partition of the log.
  [[nodiscard]] bool has_open(Partition partition) const { return written_.count(partition) > 0; }
  /// Writes the dead letter of a refused record; without key and value if they are too large.
  Status refuse(WorkerTransaction& transaction, const log::Record& record, const Refused& refused);
  /// Writes one dead letter, without key and value, for records that cannot be read.
  Status refuse_unreadable(WorkerTransaction& transaction, const log::Unreadable& records);
  /// True if the partition's last settings are intake's own, perhaps followed by those of commands.
  [[nodiscard]] bool is_published(Partition partition) const;
  /// Writes one tick into each owned partition.
  Status append_ticks(WorkerTransaction& transaction, WallTime time);
  /// Appends the tick that stands for an accepted clock command. Only under the wall clock.
  Status append_clock(WorkerTransaction& transaction, const log::Record& command, Partition target);

  /// Writes a settings command into every partition of the log, owned or not. Under the event clock, a partition without
  /// a log time receives it with the log time 0: its time still begins with its first turn or tick command.
  Status spread_settings(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted);
  /// Writes a settings command to kSettingsPartition of the commands, with headers that name its first position.
  Status move_settings(WorkerTransaction& transaction, const log::Record& record);

  /// True if publish_settings() would write a record.
  [[nodiscard]] bool settings_due() const;
  /// Writes intake's own settings if they differ from those that were last written; false if there is nothing to write.
  /// Wall clock: the owner of kSettingsPartition writes them into every partition of the log. Event clock: into one
  /// owned partition that has_time().
  Result<bool> publish_settings(WorkerTransaction& transaction);

 private:
  struct Owned {
    std::string settings;  ///< the hash of the settings last written into this partition
    EventClock clock{30'000};
    bool changed = false;
  };

  [[nodiscard]] bool is_due(Partition partition, const Owned& owned) const;
  /// The log time for a record that carries none; 0 if the partition has no log time.
  LogTime stamp_now(Partition partition);
  LogTime wall_stamp(Partition target, WallTime time);
  void keep_published(Owned& owned);
  Status write_settings(WorkerTransaction& transaction, Partition partition, LogTime stamp);
  Status write_record(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted,
                      Partition target, LogTime stamp);
  Status write_dead_letter(WorkerTransaction& transaction, const codec::DeadLetter& dead, Partition target,
                           std::optional<std::string_view> key, std::optional<std::string_view> value);
  /// `source`: the tick command; null for a tick of intake's own.
  Status write_tick(WorkerTransaction& transaction, Partition partition, LogTime time, const log::Record* source);

  const IntakeConfig& config_;
  const LogClock& clock_;
  std::string settings_hash_;
  std::map<Partition, Owned> owned_;
  std::map<Partition, WallStamps> stamps_;  ///< wall clock: of each partition written, also of those not owned
  std::set<Partition> written_;             ///< see has_open()
  WallTime newest_;                         ///< the newest time of the clock that the open transaction uses
};

}  // namespace turnstream::runtime
