#pragma once
// WorkerTransaction: the one transaction that a worker has open at a time. It begins with the first record that is
// written or counted as input, counts its contents, and reports when it reaches a bound of the CommitPolicy. The worker
// commits early if no input waits (low latency when idle), or when a retry, a rebalance or its stop needs it; otherwise
// at a bound of time, records or bytes (large batches under load). Threads: the worker's. Lifetime: borrows producer
// and clock.

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

struct CommitPolicy {
  std::int64_t interval_ms_min = 0;    ///< minimum age of a transaction that commits because the input is drained
  std::int64_t interval_ms_max = 100;  ///< age at which a transaction commits even if input waits
  std::int64_t records_max = 1000;     ///< count_input() calls in one transaction
  std::int64_t bytes_max = 4 << 20;    ///< output bytes at which a transaction commits; the last record may exceed it
};

class WorkerTransaction {
 public:
  WorkerTransaction(log::TransactionalProducer& producer, const Clock& clock, const CommitPolicy& policy)
      : producer_(producer), clock_(clock), policy_(policy) {}

  Status produce(const log::OutgoingRecord& record);
  /// Counts one input: a processed record, or intake's settings, ticks or recovered offsets. Begins a transaction if
  /// none is open, because a record without output also needs a commit.
  Status count_input();

  [[nodiscard]] bool open() const { return open_; }
  /// Precondition: open().
  [[nodiscard]] MonotonicTime begun() const { return begun_; }
  [[nodiscard]] bool full() const;
  [[nodiscard]] bool may_commit_drained() const;
  [[nodiscard]] std::int64_t inputs() const { return inputs_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] log::TransactionalProducer& producer() { return producer_; }
  /// Call it after the transaction has ended.
  void closed();

 private:
  Status begin();
  [[nodiscard]] std::int64_t age_ms() const { return (clock_.monotonic_now().value() - begun_.value()) / 1000; }

  log::TransactionalProducer& producer_;
  const Clock& clock_;
  CommitPolicy policy_;
  bool open_ = false;
  MonotonicTime begun_;
  std::int64_t inputs_ = 0;
  std::int64_t bytes_ = 0;
};

}  // namespace turnstream::runtime
