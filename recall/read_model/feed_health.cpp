#include "recall/read_model/feed_health.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace turnstream::recall {

std::vector<std::string> FeedView::waits_for() const {
  std::vector<std::string> waited;
  std::copy_if(stages.begin(), stages.end(), std::back_inserter(waited), [this](const std::string& stage) {
    return std::any_of(partitions.begin(), partitions.end(), [&stage](const PartitionHealth& partition) {
      return std::find(partition.waits_for.begin(), partition.waits_for.end(), stage) != partition.waits_for.end();
    });
  });
  return waited;
}

void FeedHealth::begin(Partition partition, PartitionHealth health) {
  const MutexLock lock(mutex_);
  of(partition) = std::move(health);
}

/// Behind the last record the log may have control records, so that `applied` may be less after a new start of the reader.
void FeedHealth::reached(Partition partition, NextOffset applied, std::vector<NextOffset> read) {
  const MutexLock lock(mutex_);
  of(partition).applied = std::max(of(partition).applied, applied);
  inputs_[static_cast<std::size_t>(partition.value())] = std::move(read);
  changed_.notify_all();
}

void FeedHealth::add_record(Partition partition, LogTime log_time) {
  const MutexLock lock(mutex_);
  ++view_.records;
  of(partition).log_time = log_time;
}

void FeedHealth::waits_for(Partition partition, std::vector<std::string> stages) {
  const MutexLock lock(mutex_);
  of(partition).waits_for = std::move(stages);
}

void FeedHealth::end(const Status& status) {
  const MutexLock lock(mutex_);
  has_ended_ = true;
  view_.failure = status.ok() ? std::nullopt : std::optional(status.error());
  changed_.notify_all();
}

FeedView FeedHealth::view() const {
  const MutexLock lock(mutex_);
  return view_;
}

std::optional<Error> FeedHealth::failure() const {
  const MutexLock lock(mutex_);
  return view_.failure;
}

std::vector<std::string> FeedHealth::waits_for(Partition partition) const {
  const MutexLock lock(mutex_);
  return view_.partitions[static_cast<std::size_t>(partition.value())].waits_for;
}

bool FeedHealth::wait_for(const std::vector<std::vector<NextOffset>>& ends, std::chrono::milliseconds time,
                          const std::stop_token& stop) {
  const MutexLock lock(mutex_);
  changed_.wait_for(mutex_, stop, time, [&]() REQUIRES(mutex_) { return has_ended_ || has_reached(ends); });
  return has_reached(ends);
}

bool FeedHealth::has_reached(const std::vector<std::vector<NextOffset>>& ends) const {
  for (std::size_t p = 0; p < ends.size(); ++p) {
    const std::vector<NextOffset>& read = inputs_[p];
    const bool is_read = !read.empty() && std::equal(read.begin(), read.end(), ends[p].begin(), ends[p].end(),
                                                     [](NextOffset at, NextOffset end) { return at >= end; });
    if (view_.partitions[p].applied < ends[p].front() && !is_read) {
      return false;
    }
  }
  return true;
}

}  // namespace turnstream::recall
