#pragma once
// Processor: the interface through which a worker processes the records of its partitions. It has two implementations:
// intake (turns -> log) and a group of stages (log -> completions). The worker owns consumer, producer, transaction and
// the order of effects; the processor owns everything between input and output.
// Errors: the reaction says what the worker must do. After any error the processor is destroyed; only distrust_state()
// may be called before. Threads: the worker's.

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

  /// Called for a new assignment: begins the restore; for stages, checks that it is complete.
  virtual Status assigned(const std::vector<log::TopicPartition>& partitions) = 0;
  /// Restores at most `records_max` records; true when the restore is complete.
  virtual Result<bool> restore_step(std::size_t records_max) = 0;
  /// Offsets that restore_step() has not read yet: of changelogs, or for intake of the log and the dead letters.
  [[nodiscard]] virtual std::int64_t restore_left() const { return 0; }
  /// Called after the restore: the offset at which each assigned partition starts.
  virtual Result<std::vector<log::Position>> start_positions() = 0;
  /// Called when the assignment has ended: drops everything that is not committed.
  virtual Status revoked() = 0;

  virtual Status accept(log::Record record) = 0;
  virtual void reached_end(const log::TopicPartition& where, NextOffset next) = 0;
  /// Writes the results of at most one record, or due settings or ticks (intake); false if nothing is ready.
  virtual Result<bool> process_one(WorkerTransaction& transaction) = 0;
  /// True if the open transaction must be committed before the next record, because a record waits for its retry.
  [[nodiscard]] virtual bool wants_commit() const = 0;
  /// The time at which to call process_one() even without new input (for a retry or a tick); none if there is none.
  [[nodiscard]] virtual std::optional<MonotonicTime> wake_at() const = 0;
  /// True if nothing is left to process. Records of the inputs that held_back() returns may still wait.
  [[nodiscard]] virtual bool idle() const = 0;
  /// Inputs whose next record waits for a record of another input.
  [[nodiscard]] virtual std::vector<log::TopicPartition> held_back() const { return {}; }
  virtual Flow take_flow() = 0;

  /// Writes the changelogs of the open transaction. Called before offsets().
  virtual Status prepare_commit(WorkerTransaction& transaction) = 0;
  /// The progress to commit with the transaction.
  virtual std::vector<log::OffsetCommit> offsets() = 0;
  /// Called after the commit: brings the local state up to date.
  virtual Status committed(const log::Receipt& receipt) = 0;
  /// Updates the metrics that are not counted with each record. Called often and between records: must be cheap.
  virtual Status show(MonotonicTime /*now*/) { return {}; }
  /// Called if the local state may be damaged: makes the next start rebuild it from the changelog.
  virtual Status distrust_state() = 0;
};

}  // namespace turnstream::runtime
