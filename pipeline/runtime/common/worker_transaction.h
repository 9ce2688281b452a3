#pragma once
// WorkerTransaction: the one open transaction of a worker: begins with the first record written, counts what it holds, and
// tells when the commit policy's bounds are reached. The policy: commit as soon as the input is drained (low latency
// when idle), else at a bound of time, records or bytes (large batches under load). Threads: the worker's. Lifetime:
// borrows producer and clock.

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"

namespace turnstream::runtime {

struct CommitPolicy {
  std::int64_t interval_ms_min = 0;    ///< a drained input waits so long before it commits: fewer, later commits
  std::int64_t interval_ms_max = 100;  ///< an open transaction commits after this, drained or not
  std::int64_t records_max = 1000;     ///< input records a transaction
  std::int64_t bytes_max = 4 << 20;    ///< output bytes a transaction
};

class WorkerTransaction {
 public:
  WorkerTransaction(log::TransactionalProducer& producer, const Clock& clock, const CommitPolicy& policy)
      : producer_(producer), clock_(clock), policy_(policy) {}

  /// Adds one record, beginning the transaction where none is open.
  Status produce(const log::OutgoingRecord& record);
  /// Counts one input record as processed in it (a record that writes nothing still has to be committed).
  Status count_input();

  [[nodiscard]] bool open() const { return open_; }
  /// Precondition: open().
  [[nodiscard]] MonotonicTime begun() const { return begun_; }
  [[nodiscard]] bool full() const;
  [[nodiscard]] bool may_commit_drained() const;
  [[nodiscard]] std::int64_t inputs() const { return inputs_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] log::TransactionalProducer& producer() { return producer_; }
  /// After commit or abort.
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
