#pragma once
// IntakeRecovery: finds out from what intake wrote how far it got, where its group's offsets are gone: a broker forgets
// them some days after the last member left (offsets.retention.minutes), and starting at the beginning would append
// every turn a second time. Each record of the log and each of intake's dead letters names its source, so that the last
// one of a source tells where to go on; the log also holds the settings last published and the last stamp. The source
// is then asked whether it still holds that record, because a topic that was deleted and made anew begins at its
// beginning. Reads log and dead letters whole: rare, and right whichever partitions the producers chose. Errors: those
// of the log; kStopProcess: "restore_stalled" when nothing more arrives, "progress_unknown" when the log no longer
// holds what would tell. Threads: the worker's. Lifetime: borrows client and clock.

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
    std::int64_t admin_ms_max = 30'000;  ///< longest wait for one answer of the log
    std::int64_t poll_ms_max = 20;       ///< longest wait for a record in one step
    std::int64_t stall_ms_max = 30'000;  ///< without progress for so long: an error
  };
  /// Everything that is in the log now will be read. `unknown`: the inputs that have no offsets.
  static Result<std::unique_ptr<IntakeRecovery>> begin(log::Client& client, const model::TopicNames& names,
                                                       std::int32_t partitions,
                                                       std::vector<log::TopicPartition> unknown, const Clock& clock,
                                                       const Limits& limits);
  /// Reads up to so many records; true when all is known.
  Result<bool> step(std::size_t records_max);
  [[nodiscard]] std::int64_t offsets_left() const;

  /// Where to go on with an unknown input; none: nothing that it holds was ever taken.
  [[nodiscard]] std::optional<NextOffset> next(const log::TopicPartition& input) const;
  /// What was last written into a partition of the log.
  [[nodiscard]] IntakeMetadata memory(Partition partition) const;

 private:
  struct Unread {
    NextOffset next;
    NextOffset end;
  };
  /// The last record of a source that stands in one partition of the outputs.
  struct LastTaken {
    NextOffset next;
    std::optional<std::uint64_t> value_hash;  ///< of the source's bytes; none where the output does not hold them
  };
  using Traces = std::map<log::TopicPartition, LastTaken>;  ///< by partition of the outputs

  IntakeRecovery(log::Client& client, const model::TopicNames& names, std::vector<log::TopicPartition> unknown,
                 const Clock& clock, const Limits& limits)
      : log_(names.log()),
        group_(names.group("intake")),
        unknown_(std::move(unknown)),
        client_(client),
        clock_(clock),
        limits_(limits),
        last_progress_(clock.monotonic_now()) {}
  Result<std::vector<log::Watermarks>> watermarks_of(const std::vector<log::TopicPartition>& where);
  Status read_from(const std::vector<log::Position>& starts);
  /// Polls up to so many events into what is unread; how many came.
  Result<std::size_t> read(std::size_t events_max);
  void take(const log::Record& record);
  void note_output(const log::Record& record);
  void note_source(const log::Record& record, std::string_view prefix, bool holds_bytes);
  /// Asks each source for the record that its highest trace names, until one is found to be the source's own.
  Status ask_sources();
  void compare(const log::TopicPartition& input, const log::Record& record);
  void drop_trace(const log::TopicPartition& input);
  Status check_known(const log::TopicPartition& input, const log::Watermarks& marks);
  Status check_progress(bool moved);

  std::string log_;
  std::string group_;
  std::vector<log::TopicPartition> unknown_;
  log::Client& client_;
  const Clock& clock_;
  Limits limits_;
  std::unique_ptr<log::Reader> reader_;
  std::map<log::TopicPartition, Unread> unread_;
  bool outputs_whole_ = true;  ///< the outputs still begin at their beginning
  bool asking_ = false;        ///< the outputs are read, the sources are being asked
  std::map<log::TopicPartition, Traces> traces_;
  std::set<log::TopicPartition> recreated_;  ///< sources that no longer hold what was taken from them
  std::map<log::TopicPartition, NextOffset> next_;
  std::map<Partition, IntakeMetadata> memory_;
  MonotonicTime last_progress_;
};

}  // namespace turnstream::runtime
