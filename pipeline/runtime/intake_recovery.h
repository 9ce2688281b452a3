#pragma once
// IntakeRecovery: finds out from what intake wrote how far it got, where its group's offsets are gone: a broker forgets
// them some days after the last member left (offsets.retention.minutes), and starting at the beginning would append
// every turn a second time. Each record of the log and each of intake's dead letters names its source, so that the last
// one of a source tells where to go on; the log also holds the settings last published and the last stamp. The source
// is then asked whether it still holds that record: a topic that was deleted and made anew begins at its beginning.
// Reads log and dead letters whole: rare, and right whichever partitions the producers chose.
// Errors: those of the log; "restore_stalled" (kStopProcess) when nothing more arrives.
// Threads: the worker's. Lifetime: borrows client and clock.

#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/intake_metadata.h"

namespace turnstream::runtime {

class IntakeRecovery {
 public:
  struct Limits {
    std::int64_t admin_ms_max = 30'000;  ///< longest wait for one answer of the log
    std::int64_t poll_ms_max = 20;       ///< longest wait for a record in one step
    std::int64_t stall_ms_max = 30'000;  ///< without progress for so long: an error
  };
  /// Everything that is in the log now will be read.
  /// `unknown`: the inputs that have no offsets.
  static Result<std::unique_ptr<IntakeRecovery>> begin(log::Client& client, const model::TopicNames& names,
                                                       std::int32_t partitions,
                                                       const std::vector<log::TopicPartition>& unknown,
                                                       const Clock& clock, const Limits& limits);
  /// Reads up to so many records; true when all is read.
  Result<bool> step(std::size_t records_max);
  [[nodiscard]] std::int64_t offsets_left() const;

  /// Where to go on with an unknown input; none: nothing that it holds was ever taken.
  [[nodiscard]] std::optional<NextOffset> next(const log::TopicPartition& input) const;
  /// What was last written into a partition of the log.
  [[nodiscard]] IntakeMetadata memory(Partition partition) const;

 private:
  struct Progress {
    NextOffset next;
    NextOffset end;
  };
  /// The last record of a source that was taken, and what it held.
  struct Taken {
    NextOffset next;
    std::uint64_t value_hash = 0;
  };
  IntakeRecovery(log::Client& client, const model::TopicNames& names, std::vector<log::TopicPartition> unknown,
                 const Clock& clock, const Limits& limits)
      : log_(names.log()),
        unknown_(std::move(unknown)),
        client_(client),
        clock_(clock),
        limits_(limits),
        last_progress_(clock.monotonic_now()) {}
  /// Reads on from `starts`; none: nothing to read.
  Status read_from(const std::vector<log::Position>& starts);
  Status begin_verifying();
  void take(const log::Record& record);
  void take_output(const log::Record& record);
  void take_source(const log::Record& record, std::string_view prefix);
  /// The record that stands where the last one taken of this input stood.
  void verify(const log::TopicPartition& input, const log::Record& record);
  [[nodiscard]] Error stalled() const;

  std::string log_;
  std::vector<log::TopicPartition> unknown_;
  log::Client& client_;
  const Clock& clock_;
  Limits limits_;
  std::unique_ptr<log::Reader> reader_;
  std::map<log::TopicPartition, Progress> unread_;
  std::map<log::TopicPartition, Taken> taken_;
  bool verifying_ = false;
  std::map<Partition, IntakeMetadata> memory_;
  MonotonicTime last_progress_;
};

}  // namespace turnstream::runtime
