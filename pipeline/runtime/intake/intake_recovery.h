#pragma once
// IntakeRecovery: restores intake's progress if its committed offsets are lost. A broker deletes them some days after
// the last member left (offsets.retention.minutes), and a start at the first record would append turns a second time.
//   1. It reads the log and the dead letters. Each record that intake wrote there, except its own ticks and settings,
//      names its source record. For each input, the last such record of each output partition is a trace. The log also
//      holds, for each partition, the last settings and the last log time.
//   2. It reads the source record of the input's highest trace and compares it with intake's copy, if both exist. If
//      they differ, the topic was deleted and created again: the next lower trace is compared. Without a trace left,
//      the input is read from its first record.
// Errors: those of the log; kStopProcess: "restore_stalled" if no further records arrive, "progress_unknown" if records
// that may be needed were deleted from the outputs. Threads: the worker's. Lifetime: borrows client and clock.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/intake/intake_metadata.h"

namespace turnstream::runtime {

class IntakeRecovery {
 public:
  struct Limits {
    std::int64_t admin_ms_max = 30'000;  ///< longest wait for one answer of Admin
    std::int64_t poll_ms_max = 20;       ///< longest wait for one record
    std::int64_t stall_ms_max = 30'000;  ///< without progress for this long, the recovery fails with "restore_stalled"
  };
  /// Reads the ends of log and dead letters: step() reads up to them. `unknown`: the inputs without a committed offset.
  static Result<std::unique_ptr<IntakeRecovery>> begin(log::Client& client, const model::TopicNames& names,
                                                       std::int32_t partitions,
                                                       std::vector<log::TopicPartition> unknown, const Clock& clock,
                                                       const Limits& limits);
  /// Reads at most `records_max` records; true when the recovery is complete.
  Result<bool> step(std::size_t records_max);
  [[nodiscard]] std::int64_t offsets_left() const;

  /// The offset from which intake must read the input; none: from its first record. Call after the recovery.
  [[nodiscard]] std::optional<NextOffset> next(const log::TopicPartition& input) const;
  /// For a partition of the log: the hash of the settings that intake last wrote there, and the last log time.
  [[nodiscard]] IntakeMetadata memory(Partition partition) const;

 private:
  struct Unread {
    NextOffset next;
    NextOffset end;
  };
  /// A trace: the source record that the last record about an input in one output partition names.
  struct LastTaken {
    NextOffset next;
    std::optional<std::uint64_t> value_hash;  ///< the hash of the source record's value; none if the output has no copy
  };
  using Traces = std::map<log::TopicPartition, LastTaken>;  ///< by output partition

  IntakeRecovery(log::Client& client, const model::TopicNames& names, std::vector<log::TopicPartition> unknown,
                 const Clock& clock, const Limits& limits)
      : log_(names.log()),
        commands_(names.commands()),
        group_(names.group("intake")),
        unknown_(std::move(unknown)),
        client_(client),
        clock_(clock),
        limits_(limits),
        last_progress_(clock.monotonic_now()) {}
  Result<std::vector<log::Watermarks>> watermarks_of(const std::vector<log::TopicPartition>& where);
  Status read_from(const std::vector<log::Position>& starts);
  /// Polls at most `events_max` events; returns how many there were.
  Result<std::size_t> read(std::size_t events_max);
  void take(const log::Record& record);
  Status pass_over(const log::Unreadable& records);
  void note_output(const log::Record& record);
  void note_source(const log::Record& record, std::string_view prefix, bool holds_bytes);
  /// Notes the first position of a settings command that was moved to another partition of the commands.
  void note_moved(const log::Record& record);
  void note_trace(const log::TopicPartition& source, Offset offset, const log::Record& record, bool holds_bytes);
  /// Step 2 for each input without next(): begins to read the record of its highest trace, or takes the trace unread.
  Status read_sources();
  void compare(const log::TopicPartition& input, const log::Record& record);
  void drop_trace(const log::TopicPartition& input);
  Status check_known(const log::TopicPartition& input, const log::Watermarks& marks);
  Status check_progress(bool moved);

  std::string log_;
  std::string commands_;
  std::string group_;
  std::vector<log::TopicPartition> unknown_;
  log::Client& client_;
  const Clock& clock_;
  Limits limits_;
  std::unique_ptr<log::Reader> reader_;
  std::map<log::TopicPartition, Unread> unread_;
  bool outputs_whole_ = true;  ///< no records were deleted from the start of the outputs
  bool comparing_ = false;     ///< the outputs are read; step 2 (see above) runs
  std::map<log::TopicPartition, Traces> traces_;
  std::set<log::TopicPartition> recreated_;  ///< inputs that were created again since a trace was written
  std::map<log::TopicPartition, NextOffset> next_;
  std::map<Partition, IntakeMetadata> memory_;
  MonotonicTime last_progress_;
};

}  // namespace turnstream::runtime
