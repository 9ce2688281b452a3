#include "pipeline/runtime/common/worker_transaction.h"

namespace turnstream::runtime {

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
  bytes_ +=
      static_cast<std::int64_t>((record.key ? record.key->size() : 0) + (record.value ? record.value->size() : 0));
  return producer_.produce(record);
}

Status WorkerTransaction::count_input() {
  TS_RETURN_IF_ERROR(begin());
  ++inputs_;
  return {};
}

bool WorkerTransaction::full() const {
  return open_ &&
         (inputs_ >= policy_.records_max || bytes_ >= policy_.bytes_max || age_ms() >= policy_.interval_ms_max);
}

bool WorkerTransaction::may_commit_drained() const {
  return open_ && age_ms() >= policy_.interval_ms_min;
}

void WorkerTransaction::closed() {
  open_ = false;
  inputs_ = 0;
  bytes_ = 0;
}

}  // namespace turnstream::runtime
