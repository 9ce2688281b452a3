#pragma once
// WorkerTransaction: the one transaction that a worker has open at a time. It begins with the first record that is
// written or counted as input, counts its contents, and reports when it reaches a bound of the CommitPolicy. The worker
// commits early if no input waits (low latency when idle), or when a retry, a rebalance or its stop needs it; otherwise
// at a bound of time, records or bytes. If a transaction ended at a bound while input waited, the worker is behind, and
// its next transaction has larger bounds (large batches under load): each time twice as large, up to CommitPolicy::behind,
// but half as large after a slow commit, so that a log that takes little at a time does not let transactions time out.
// Outputs wait in memory until the worker commits, or until they reach CommitPolicy::buffer_bytes_max. What waits is lost
// with the transaction, as is what the log has of it: nothing of it is committed.
// Errors of produce() and hand_over(): those of the producer; the transaction must end without a commit.
// Threads: the worker's. Lifetime: borrows producer and clock.

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/output_buffer.h"

namespace turnstream::runtime {

/// The bounds at which a transaction commits even if input waits.
struct CommitBounds {
  std::int64_t interval_ms_max = 100;  ///< age
  std::int64_t records_max = 1000;     ///< count_input() calls
  std::int64_t bytes_max = 4 << 20;    ///< bytes(); the last record may exceed it
};

struct CommitPolicy {
  std::int64_t interval_ms_min = 0;  ///< minimum age of a transaction that commits because the input is drained
  CommitBounds usual = {};
  /// At most, while the worker is behind. If one of the usual bounds is larger, that one holds.
  CommitBounds behind = {.interval_ms_max = 500, .records_max = 4000, .bytes_max = 32 << 20};
  std::int64_t slow_commit_ms = 1'000;      ///< a commit that takes longer is slow
  std::int64_t buffer_bytes_max = 4 << 20;  ///< outputs that wait in memory; 0: none wait
};

class WorkerTransaction {
 public:
  WorkerTransaction(log::TransactionalProducer& producer, const Clock& clock, const CommitPolicy& policy);

  /// Adds a copy of the record to the transaction.
  Status produce(const log::OutgoingRecord& record);
  /// Counts one input: a processed record, or intake's settings, ticks or recovered offsets. Begins a transaction if
  /// none is open, because a record without output also needs a commit.
  Status count_input();
  /// Counts changed state, which prepare_commit() will write. Precondition: open().
  void count_state(std::int64_t bytes) { bytes_ += bytes; }
  /// Gives the outputs that wait to the producer, and from then on each output at once. The worker calls it when it begins
  /// to commit.
  Status hand_over();

  [[nodiscard]] bool open() const { return open_; }
  /// Precondition: open().
  [[nodiscard]] MonotonicTime begun() const { return begun_; }
  [[nodiscard]] bool full() const;
  [[nodiscard]] bool may_commit_drained() const;
  [[nodiscard]] std::int64_t inputs() const { return inputs_; }
  /// The bytes of outputs before hand_over(), and of changed state.
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  /// Precondition: hand_over() was called, so that the producer has all outputs.
  [[nodiscard]] log::TransactionalProducer& producer() { return producer_; }
  /// Call it after the transaction has ended. `behind`: it was full() before its commit, which took `commit_ms`, and input
  /// waited.
  void closed(bool behind = false, std::int64_t commit_ms = 0);

 private:
  Status begin();
  [[nodiscard]] std::int64_t age_ms() const { return (clock_.monotonic_now().value() - begun_.value()) / 1000; }

  log::TransactionalProducer& producer_;
  const Clock& clock_;
  CommitPolicy policy_;
  CommitBounds bounds_;  ///< those that hold
  OutputBuffer buffer_;
  bool open_ = false;
  bool handed_over_ = false;
  MonotonicTime begun_;
  std::int64_t inputs_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace turnstream::runtime
