#include "pipeline/log/embedded/partition_log.h"

#include <algorithm>

#include "pipeline/base/check.h"

namespace turnstream::log::embedded {

namespace {

auto by_base(std::deque<BatchPtr>& batches, std::int64_t base) {
  return std::partition_point(batches.begin(), batches.end(),
                              [base](const BatchPtr& batch) { return batch->base() < base; });
}

}  // namespace

PartitionLog::PartitionLog(const PartitionBounds& bounds, const Storage& storage, std::size_t resident_bytes_max)
    : address_(bounds.where),
      storage_(storage),
      resident_bytes_max_(resident_bytes_max),
      first_(bounds.first),
      high_(bounds.high),
      complete_(!storage.keeps_batches() || bounds.high == 0) {}

RunKey PartitionLog::append(std::int64_t append_time_ms, const OutgoingRecord& record, std::optional<RunKey> run) {
  std::shared_ptr<RecordBatch>* batch = nullptr;
  if (run) {
    std::shared_ptr<RecordBatch>& current = open_.at(*run);
    if (current->last() + 1 == high_ && current->bytes().size() < kRunBytesMax) {
      batch = &current;
    }
  }
  if (batch == nullptr) {
    batch = &open_.emplace(high_, std::make_shared<RecordBatch>(high_)).first->second;
  }
  (*batch)->append(high_, append_time_ms, record);
  ++high_;
  return (*batch)->base();
}

void PartitionLog::commit(std::span<const RunKey> runs, std::int64_t control_records) {
  for (const RunKey key : runs) {
    auto node = open_.extract(key);
    CHECK(!node.empty());
    dirty_records += static_cast<std::int64_t>(node.mapped()->count());
    insert(std::move(node.mapped()));
  }
  high_ += control_records;
  evict();
}

void PartitionLog::abort(std::span<const RunKey> runs) {
  for (const RunKey key : runs) {
    open_.erase(key);
  }
  ++high_;
}

void PartitionLog::skip_to(std::int64_t next) {
  CHECK(open_.empty() && next >= high_);
  if (first_ == high_) {
    first_ = next;
  }
  high_ = next;
}

void PartitionLog::insert(BatchPtr batch) {
  if (!complete_ && !resident_.empty() && batch->base() < resident_.front()->base()) {
    return;  // the batch is older than those in memory: readers get it from the storage
  }
  resident_bytes_ += batch->bytes().size();
  resident_.insert(by_base(resident_, batch->base()), std::move(batch));
}

void PartitionLog::evict() {
  if (!storage_.keeps_batches()) {
    return;
  }
  while (resident_bytes_ > resident_bytes_max_ && resident_.size() > 1) {
    resident_bytes_ -= resident_.front()->bytes().size();
    resident_.pop_front();
    complete_ = false;
  }
}

Result<BatchPtr> PartitionLog::find(std::int64_t offset) const {
  BatchPtr found;
  if (complete_ || (!resident_.empty() && offset >= resident_.front()->base())) {
    const auto at = std::partition_point(resident_.begin(), resident_.end(),
                                         [offset](const BatchPtr& batch) { return batch->last() < offset; });
    if (at != resident_.end()) {
      found = *at;
    }
  } else {
    TS_ASSIGN_OR_RETURN(found, storage_.read(address_, offset));
  }
  if (found && found->base() >= last_stable()) {
    found.reset();
  }
  return found;
}

void PartitionLog::drop_before(std::int64_t first) {
  first_ = std::max(first_, first);
  while (!resident_.empty() && resident_.front()->base() < first_) {
    resident_bytes_ -= resident_.front()->bytes().size();
    resident_.pop_front();
  }
}

void PartitionLog::replace(std::int64_t base, const BatchPtr& batch) {
  const auto at = by_base(resident_, base);
  if (at == resident_.end() || (*at)->base() != base) {
    return;
  }
  resident_bytes_ -= (*at)->bytes().size();
  if (batch) {
    resident_bytes_ += batch->bytes().size();
    *at = batch;
  } else {
    resident_.erase(at);
  }
}

}  // namespace turnstream::log::embedded
