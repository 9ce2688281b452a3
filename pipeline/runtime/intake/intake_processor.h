#pragma once
// IntakeProcessor: reads turns, commands and effect results and writes the ordered log. It validates each record and
// appends it, exactly once, with a log_time: to the partition that murmur2 of its persona gives, with the persona as
// key; a tick command to the partition with the same number. A refused record goes to the dead letters with the reason,
// unchanged or, if too large, without key and value. The owner of commands[p] also writes, under the wall clock, ticks
// into log[p].
// Settings reach every partition of the log in one order, because one worker writes them all, each change in one
// transaction: the owner of commands[0] (kSettingsPartition). It writes intake's own settings and each settings command
// of commands[0]; the owner of another partition of the commands moves a settings command to commands[0] first.
// The only state is the committed offsets with their IntakeMetadata; if those are lost: see IntakeRecovery. A record
// whose check ended the process three times is refused without being parsed. Records that cannot be read, and those of
// IntakeConfig::given_up, are one dead letter. Under the event clock, turns and ticks may wait for a model: EffectWait. Threads: the worker's. Lifetime: borrows client, clock and ledgers.

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/base/log_clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/common/processor.h"
#include "pipeline/runtime/common/start_ledger.h"
#include "pipeline/runtime/intake/effect_wait.h"
#include "pipeline/runtime/intake/held_inputs.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/intake/intake_recovery.h"
#include "pipeline/runtime/intake/log_appender.h"
#include "pipeline/runtime/intake/record_check.h"
#include "pipeline/runtime/intake/sole_writer.h"
#include "pipeline/runtime/intake/time_keeper.h"

namespace turnstream::runtime {

class IntakeProcessor final : public Processor {
 public:
  IntakeProcessor(IntakeConfig config, log::Client& client, LogClock& clock, const CrashLedger* crashes = nullptr,
                  StartLedger* starts = nullptr);

  Status assigned(const std::vector<log::TopicPartition>& partitions) override;
  Result<bool> restore_step(std::size_t records_max) override;
  [[nodiscard]] std::int64_t restore_left() const override { return recovery_ ? recovery_->offsets_left() : 0; }
  Result<std::vector<log::Position>> start_positions() override;
  Status revoked() override;
  Status accept(log::Record record) override;
  /// Producers' topics may have any retention, so intake continues. It names the loss in a log line and a metric.
  Status records_lost(const log::RecordsLost& lost) override;
  Status accept_unreadable(log::Unreadable records) override;
  void reached_end(const log::TopicPartition& where, NextOffset next) override;
  Result<bool> process_one(WorkerTransaction& transaction) override;
  [[nodiscard]] bool wants_commit() const override { return false; }
  [[nodiscard]] std::optional<MonotonicTime> wake_at() const override;
  [[nodiscard]] bool idle() const override;
  [[nodiscard]] std::vector<log::TopicPartition> held_back() const override { return held_.held_back(); }
  Flow take_flow() override { return held_.take_flow(); }
  /// Asks the log for its own time where the LogClock wants it. Error "clock_contradicted": see LogAppender.
  Status prepare_commit(WorkerTransaction& transaction) override;
  std::vector<log::OffsetCommit> offsets() override;
  Status committed(const log::Receipt&) override;
  Status distrust_state() override { return {}; }

 private:
  /// An accepted record, or records that cannot be read.
  struct Waiting {
    log::TopicPartition where;
    std::variant<log::Record, log::Unreadable> what;
  };

  /// Begins the recovery of the inputs without a committed offset, if any of them ever had a record.
  Status recover_unknown();
  void take_recovered();
  /// Takes over a partition of the log; `last`: what was last written into it.
  void own(Partition partition, const IntakeMetadata& last);
  Result<bool> write_ticks(WorkerTransaction& transaction);
  [[nodiscard]] std::int64_t next_tick_ms(std::int64_t now_ms) const;
  void hold(const log::Record& record, const HeldInputs::Hold& hold);
  /// Ends the pause of the input if its reason is gone. False if the input must still wait.
  Result<bool> let_go(const log::TopicPartition& where);
  [[nodiscard]] bool waits_for_clock(const log::Record& record, const Refused& refused);
  Status take_clock(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted);
  /// True if a tick is needed only to ask the log for its time, because turns may wait for it.
  [[nodiscard]] bool asks_for_time() const;
  /// Appends the record to the log or writes its dead letter. Returns the input's next offset; none if the record has to
  /// wait (see block()).
  Result<std::optional<NextOffset>> take(WorkerTransaction& transaction, const log::Record& record);
  Result<std::optional<NextOffset>> take(WorkerTransaction& transaction, const log::Unreadable& records);
  /// Writes a settings command to every partition of the log, or moves it to the partition from which that is done.
  Status take_settings(WorkerTransaction& transaction, const log::Record& record, const Accepted& accepted);
  [[nodiscard]] Partition target_of(const log::Record& record, const Accepted& accepted) const;

  IntakeConfig config_;
  log::Client& client_;
  LogClock& clock_;
  StartLedger* starts_;
  RecordCheck check_;  ///< declared after config_, which it, appender_ and effects_ borrow
  TimeKeeper keeper_;
  SoleWriter sole_writer_;
  LogAppender appender_;
  EffectWait effects_;
  std::map<log::TopicPartition, NextOffset> progress_;
  /// Inputs that had no committed offset at the assignment. The first commit stores one for each and empties the set.
  std::set<log::TopicPartition> unknown_;
  std::unique_ptr<IntakeRecovery> recovery_;
  /// Progress without a record, after a recovery or a loss: the next process_one() begins the transaction that commits it.
  bool progress_due_ = false;
  std::set<log::TopicPartition> moved_;
  std::set<log::TopicPartition> behind_;  ///< inputs that intake has not read to their end since the assignment began
  std::deque<Waiting> waiting_;
  HeldInputs held_;
  std::int64_t next_tick_ms_ = 0;
  std::set<Partition> owned_;  ///< the partitions of the log that this intake owns
};

}  // namespace turnstream::runtime
