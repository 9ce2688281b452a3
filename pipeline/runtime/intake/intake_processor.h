#pragma once
// IntakeProcessor: reads turns, commands and effect results and writes the ordered log. It validates each record and
// appends it, exactly once, with a log_time: to the partition that murmur2 of its persona gives, with the persona as
// key; a settings or tick command, which has no persona, to the partition with the same number. A refused record
// goes to the dead letters with the reason, unchanged or, if too large, without key and value. The owner of commands[p]
// also writes intake's settings and, under the wall clock, ticks into log[p]. The only state is the committed offsets
// with their IntakeMetadata; if those are lost: see IntakeRecovery. A record whose check ended the process
// three times is refused without being parsed. Threads: the worker's. Lifetime: borrows client, clock and ledger.

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/common/processor.h"
#include "pipeline/runtime/intake/intake_config.h"
#include "pipeline/runtime/intake/intake_recovery.h"
#include "pipeline/runtime/intake/intake_validator.h"
#include "pipeline/runtime/intake/log_appender.h"

namespace turnstream::runtime {

class IntakeProcessor final : public Processor {
 public:
  IntakeProcessor(IntakeConfig config, log::Client& client, const Clock& clock, const CrashLedger* crashes = nullptr);

  Status assigned(const std::vector<log::TopicPartition>& partitions) override;
  Result<bool> restore_step(std::size_t records_max) override;
  [[nodiscard]] std::int64_t restore_left() const override { return recovery_ ? recovery_->offsets_left() : 0; }
  Result<std::vector<log::Position>> start_positions() override;
  Status revoked() override;
  Status accept(log::Record record) override;
  void reached_end(const log::TopicPartition& where, NextOffset next) override;
  Result<bool> process_one(WorkerTransaction& transaction) override;
  [[nodiscard]] bool wants_commit() const override { return false; }
  [[nodiscard]] std::optional<MonotonicTime> wake_at() const override;
  [[nodiscard]] bool idle() const override;
  [[nodiscard]] std::vector<log::TopicPartition> held_back() const override;
  Flow take_flow() override { return std::exchange(flow_, {}); }
  Status prepare_commit(WorkerTransaction&) override { return {}; }
  std::vector<log::OffsetCommit> offsets() override;
  Status committed(const log::Receipt&) override;
  Status distrust_state() override { return {}; }

 private:
  /// Begins the recovery of the inputs without a committed offset, if any of them ever had a record.
  Status recover_unknown();
  void take_recovered();
  Result<bool> write_ticks(WorkerTransaction& transaction);
  /// Event clock: pauses an input whose next record carries no time until partition `target` of the log has a time.
  void block(const log::TopicPartition& where, Partition target);
  /// Ends the pause that block() began if its `target` has a log time now. False if the input must still wait.
  bool unblock(const log::TopicPartition& where);
  std::variant<Accepted, Refused> check(const log::Record& record);
  /// Appends the record to the log or writes its dead letter; false if it has to wait (see block()).
  Result<bool> take(WorkerTransaction& transaction, const log::Record& record);
  [[nodiscard]] SourceKind kind_of(const log::Record& record) const;
  [[nodiscard]] Partition target_of(const log::Record& record, const Accepted& accepted) const;

  IntakeConfig config_;
  log::Client& client_;
  const Clock& clock_;
  const CrashLedger* crashes_;
  IntakeValidator validator_;
  LogAppender appender_;  ///< declared after config_, which the appender borrows
  std::map<log::TopicPartition, NextOffset> progress_;
  /// Inputs that had no committed offset at the assignment. The first commit stores one for each and empties the set.
  std::set<log::TopicPartition> unknown_;
  std::unique_ptr<IntakeRecovery> recovery_;
  bool recovered_ = false;  ///< the recovery is done; the next process_one() begins the transaction that commits it
  std::set<log::TopicPartition> moved_;
  std::set<log::TopicPartition> behind_;  ///< inputs that intake has not read to their end since the assignment began
  std::deque<log::Record> waiting_;
  std::map<log::TopicPartition, Partition> blocked_;  ///< input -> the log partition that has no log time yet
  Flow flow_;
  std::int64_t next_tick_ms_ = 0;
};

}  // namespace turnstream::runtime
