#include "pipeline/runtime/common/worker_transaction.h"

#include <algorithm>

namespace turnstream::runtime {

WorkerTransaction::WorkerTransaction(log::TransactionalProducer& producer, const Clock& clock,
                                     const CommitPolicy& policy)
    : producer_(producer), clock_(clock), policy_(policy) {
  CommitBounds& behind = policy_.behind;
  behind.interval_ms_max = std::max(behind.interval_ms_max, policy_.usual.interval_ms_max);
  behind.records_max = std::max(behind.records_max, policy_.usual.records_max);
  behind.bytes_max = std::max(behind.bytes_max, policy_.usual.bytes_max);
}

Status WorkerTransaction::begin() {
  if (!open_) {
    TS_RETURN_IF_ERROR(producer_.begin());
    open_ = true;
    begun_ = clock_.monotonic_now();
  }
  return {};
}

Status WorkerTransaction::produce(const log::OutgoingRecord& record) {
  TS_RETURN_IF_ERROR(begin());
  if (handed_over_) {
    return producer_.produce(record);
  }
  bytes_ +=
      static_cast<std::int64_t>((record.key ? record.key->size() : 0) + (record.value ? record.value->size() : 0));
  buffer_.add(record);
  return buffer_.bytes() < policy_.buffer_bytes_max ? Status() : buffer_.give_to(producer_);
}

Status WorkerTransaction::count_input() {
  TS_RETURN_IF_ERROR(begin());
  ++inputs_;
  return {};
}

Status WorkerTransaction::hand_over() {
  handed_over_ = true;
  return buffer_.give_to(producer_);
}

bool WorkerTransaction::full() const {
  const CommitBounds& bounds = behind_ ? policy_.behind : policy_.usual;
  return open_ && (inputs_ >= bounds.records_max || bytes_ >= bounds.bytes_max || age_ms() >= bounds.interval_ms_max);
}

bool WorkerTransaction::may_commit_drained() const {
  return open_ && age_ms() >= policy_.interval_ms_min;
}

void WorkerTransaction::closed(bool behind) {
  open_ = false;
  handed_over_ = false;
  behind_ = behind;
  inputs_ = 0;
  bytes_ = 0;
}

}  // namespace turnstream::runtime
