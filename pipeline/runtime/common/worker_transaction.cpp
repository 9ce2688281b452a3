#include "pipeline/runtime/common/worker_transaction.h"

#include <algorithm>

namespace turnstream::runtime {
namespace {

/// Each bound by itself: the larger of both.
CommitBounds larger(const CommitBounds& a, const CommitBounds& b) {
  return {std::max(a.interval_ms_max, b.interval_ms_max), std::max(a.records_max, b.records_max),
          std::max(a.bytes_max, b.bytes_max)};
}

CommitBounds smaller(const CommitBounds& a, const CommitBounds& b) {
  return {std::min(a.interval_ms_max, b.interval_ms_max), std::min(a.records_max, b.records_max),
          std::min(a.bytes_max, b.bytes_max)};
}

CommitBounds twice(const CommitBounds& bounds) {
  return {2 * bounds.interval_ms_max, 2 * bounds.records_max, 2 * bounds.bytes_max};
}

CommitBounds half(const CommitBounds& bounds) {
  return {bounds.interval_ms_max / 2, bounds.records_max / 2, bounds.bytes_max / 2};
}

}  // namespace

WorkerTransaction::WorkerTransaction(log::TransactionalProducer& producer, const Clock& clock,
                                     const CommitPolicy& policy)
    : producer_(producer), clock_(clock), policy_(policy), bounds_(policy.usual) {
  policy_.behind = larger(policy.behind, policy.usual);
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
  return open_ &&
         (inputs_ >= bounds_.records_max || bytes_ >= bounds_.bytes_max || age_ms() >= bounds_.interval_ms_max);
}

bool WorkerTransaction::may_commit_drained() const {
  return open_ && age_ms() >= policy_.interval_ms_min;
}

void WorkerTransaction::closed(bool behind, std::int64_t commit_ms) {
  open_ = false;
  handed_over_ = false;
  if (!behind) {
    bounds_ = policy_.usual;
  } else if (commit_ms > policy_.slow_commit_ms) {
    bounds_ = larger(half(bounds_), policy_.usual);
  } else {
    bounds_ = smaller(twice(bounds_), policy_.behind);
  }
  inputs_ = 0;
  bytes_ = 0;
}

}  // namespace turnstream::runtime
