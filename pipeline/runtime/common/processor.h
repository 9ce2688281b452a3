#pragma once
// Processor: what a worker does with its partitions' records. Two kinds: intake (turns -> log) and a group of stages
// (log -> completions). The worker owns consumer, producer, transaction and the order of effects; the processor owns
// what stands between input and output.
// Errors carry the reaction; after any error the whole processor is thrown away.
// Threads: the worker's.

#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/worker_transaction.h"

namespace turnstream::runtime {

/// Inputs to stop reading for a while, and to read again.
struct Flow {
  std::vector<log::TopicPartition> pause;
  std::vector<log::TopicPartition> resume;
};

class Processor {
 public:
  virtual ~Processor() = default;

  /// A new assignment: checks that it is complete and begins to restore what it needs.
  virtual Status assigned(const std::vector<log::TopicPartition>& partitions) = 0;
  /// Restores up to so many records; true when all is restored.
  virtual Result<bool> restore_step(std::size_t records_max) = 0;
  /// Changelog offsets that restore_step() has still to look at.
  [[nodiscard]] virtual std::int64_t restore_left() const { return 0; }
  /// After restoring: where each assigned partition starts.
  virtual Result<std::vector<log::Position>> start_positions() = 0;
  /// The assignment is gone; what was not committed is forgotten.
  virtual Status revoked() = 0;

  virtual Status accept(log::Record record) = 0;
  virtual void reached_end(const log::TopicPartition& where, NextOffset next) = 0;
  /// Processes at most one record into the transaction; false = nothing is ready.
  virtual Result<bool> process_one(WorkerTransaction& transaction) = 0;
  /// True when what is open must be committed before anything else (a wait is due).
  [[nodiscard]] virtual bool wants_commit() const = 0;
  /// When process_one() has something to do without new input (a retry, a tick).
  [[nodiscard]] virtual std::optional<MonotonicTime> wake_at() const = 0;
  /// True when nothing that was accepted waits to be processed.
  [[nodiscard]] virtual bool idle() const = 0;
  /// Inputs that are not read on until something else comes: more of them would not be processed either.
  [[nodiscard]] virtual std::vector<log::TopicPartition> held_back() const { return {}; }
  virtual Flow take_flow() = 0;

  /// Writes what must travel in the same transaction (changelogs).
  virtual Status prepare_commit(WorkerTransaction& transaction) = 0;
  /// The progress to commit.
  virtual std::vector<log::OffsetCommit> offsets() = 0;
  /// The transaction is committed: bring local state up to it.
  virtual Status committed(const log::Receipt& receipt) = 0;
  /// Shows onlookers what is not counted record by record. Called often and between records: does little, or nothing.
  virtual Status show(MonotonicTime /*now*/) { return {}; }
  /// The local state of the assigned partitions cannot be trusted: whoever starts next must not build on it.
  virtual Status distrust_state() = 0;
};

}  // namespace turnstream::runtime
