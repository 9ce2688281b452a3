#pragma once
// Processor: the interface through which a worker processes the records of its partitions. It has two implementations:
// IntakeProcessor, and StageProcessor for a group of stages. The worker owns consumer, producer, transaction and the
// order of effects.
// Errors: the reaction says what must be done. After an error the processor is destroyed; before that, only revoked()
// and distrust_state() may be called. Threads: the worker's.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/worker_transaction.h"

namespace turnstream::runtime {

/// Input partitions that the worker must pause, and those that it must resume.
struct Flow {
  std::vector<log::TopicPartition> pause;
  std::vector<log::TopicPartition> resume;
};

class Processor {
 public:
  virtual ~Processor() = default;

  /// Called for a new assignment, which replaces an earlier one: begins the restore.
  virtual Status assigned(const std::vector<log::TopicPartition>& partitions) = 0;
  /// Reads at most `records_max` records for the restore; true when the restore is complete.
  virtual Result<bool> restore_step(std::size_t records_max) = 0;
  /// Offsets that restore_step() has not read yet: of changelogs; intake: of log, dead letters, inputs.
  [[nodiscard]] virtual std::int64_t restore_left() const { return 0; }
  /// Called after the restore: the offset at which each assigned partition starts.
  virtual Result<std::vector<log::Position>> start_positions() = 0;
  /// Called when the assignment ends or the worker stops: drops all that the processor holds in memory for it.
  virtual Status revoked() = 0;

  virtual Status accept(log::Record record) = 0;
  /// Records of an input were deleted before this worker read them; delivery continues behind them.
  virtual Status records_lost(const log::RecordsLost& lost) = 0;
  /// Takes records that cannot be read in place of accept(). Unless overridden, they are an error: the records of the log,
  /// of completions and of changelogs may not be passed over.
  virtual Status accept_unreadable(log::Unreadable records) { return log::unreadable_error(records); }
  virtual void reached_end(const log::TopicPartition& where, NextOffset next) = 0;
  /// Writes the results of one record (intake also: due settings or ticks); false if there was nothing to do.
  virtual Result<bool> process_one(WorkerTransaction& transaction) = 0;
  /// True if an open transaction must be committed before the next record, because a record waits for its retry.
  [[nodiscard]] virtual bool wants_commit() const = 0;
  /// When to call process_one() even without new input (for a retry or a tick); none: only after new input.
  [[nodiscard]] virtual std::optional<MonotonicTime> wake_at() const = 0;
  /// True if no settings are due and no accepted record waits, except from inputs that held_back() returns.
  [[nodiscard]] virtual bool idle() const = 0;
  /// Inputs whose next record waits for a record of another input.
  [[nodiscard]] virtual std::vector<log::TopicPartition> held_back() const { return {}; }
  virtual Flow take_flow() = 0;

  /// Adds the changed rows to the open transaction, as changelog records; intake has none. Called when the producer has all
  /// outputs, before offsets().
  virtual Status prepare_commit(WorkerTransaction& transaction) = 0;
  /// The progress to commit with the transaction.
  virtual std::vector<log::OffsetCommit> offsets() = 0;
  /// Called after the commit. A group of stages then submits its committed rows to the local store.
  virtual Status committed(const log::Receipt& receipt) = 0;
  /// Updates the metrics that are not counted with each record. Called often and between records: must be cheap.
  virtual Status show(MonotonicTime /*now*/) { return {}; }
  /// Called if the local state may be damaged: makes the next restore rebuild it from the changelog.
  virtual Status distrust_state() = 0;
};

}  // namespace turnstream::runtime
