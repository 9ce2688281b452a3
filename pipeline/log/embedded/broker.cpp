#include "pipeline/log/embedded/broker.h"

#include <algorithm>
#include <limits>

#include "pipeline/base/log_line.h"
#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/maintenance.h"

namespace turnstream::log::embedded {

namespace {

constexpr std::int64_t kTickUs = 1000;

/// What a step of a compaction reads, because no client is served meanwhile: a few milliseconds.
constexpr std::int64_t kStepBytes = 1 << 20;

/// One of the last readable batches of the partition; null if there is none. The last offsets may be gaps, which control
/// records and aborted transactions leave, so it looks at twice as many each time.
Result<BatchPtr> last_batch(const PartitionLog& partition) {
  const std::int64_t first = partition.first();
  const std::int64_t end = partition.last_stable();
  for (std::int64_t back = 1; first < end; back *= 2) {
    const std::int64_t offset = std::max(first, end - back);
    TS_ASSIGN_OR_RETURN(BatchPtr batch, partition.find(offset));
    if (batch || offset == first) {
      return batch;
    }
  }
  return BatchPtr();
}

}  // namespace

Broker::Broker(const Clock& the_clock, const ClusterSettings& the_settings, std::unique_ptr<Storage> the_storage,
               const Contents& contents)
    : clock(the_clock),
      settings(the_settings),
      storage(std::move(the_storage)),
      cluster_id(contents.cluster_id),
      topics(*storage, settings),
      transactions(clock, settings, *storage, topics, offsets),
      groups(clock, settings, topics),
      ticked_(clock.monotonic_now()),
      maintained_(ticked_),
      next_step_(ticked_) {
  topics.restore(contents);
  offsets.restore(contents.offsets);
}

bool Broker::tick() {
  const MonotonicTime now = clock.monotonic_now();
  if (now.value() - ticked_.value() < kTickUs) {
    return false;
  }
  ticked_ = now;
  const bool transaction_ended = transactions.expire(now);
  const bool session_ended = groups.expire(now);
  if (now.value() - maintained_.value() >= std::chrono::microseconds(settings.maintenance_interval).count()) {
    maintained_ = now;
    maintain();
  }
  if (!due_.empty() && now.value() >= next_step_.value()) {
    compact_in_step();
  }
  return transaction_ended || session_ended;
}

MonotonicTime Broker::next_deadline() const {
  const auto interval = std::chrono::microseconds(settings.maintenance_interval).count();
  MonotonicTime next{maintained_.value() + interval};
  if (!due_.empty()) {
    next = std::min(next, std::max(next_step_, MonotonicTime{ticked_.value() + kTickUs}));
  }
  next = std::min(next, transactions.next_deadline().value_or(next));
  return std::min(next, groups.next_deadline().value_or(next));
}

Status Broker::create_topics(std::span<const TopicSpec> specs) {
  TS_ASSIGN_OR_RETURN(const auto created, topics.create(specs));
  groups.topics_changed(created);
  return {};
}

Status Broker::delete_topics(std::span<const std::string> names) {
  for (const std::string& name : names) {
    TS_RETURN_IF_ERROR(topics.remove(name));
    Update update;
    update.offsets = offsets.forget_topic(name);
    TS_RETURN_IF_ERROR(storage->apply(update));
  }
  return {};
}

Status Broker::compact(const std::string& name) {
  Topic* topic = topics.find(name);
  if (topic == nullptr) {
    return unknown_topic(name);
  }
  compaction_.reset();  // The next maintenance finds again what is due.
  due_.clear();
  for (PartitionLog& partition : topic->partitions) {
    TS_ASSIGN_OR_RETURN(PartitionCompaction compaction,
                        PartitionCompaction::begin(partition, *storage, clock, topic->spec.delete_retention_ms));
    std::int64_t no_bound = std::numeric_limits<std::int64_t>::max();
    TS_RETURN_IF_ERROR(compaction.proceed(no_bound));
  }
  return {};
}

Status Broker::enforce_retention() {
  for (Topic* topic : topics.all()) {
    if (topic->spec.cleanup != Cleanup::kDelete || topic->spec.retention_ms < 0) {
      continue;
    }
    const std::int64_t before = clock.wall_now().value() - topic->spec.retention_ms;
    for (PartitionLog& partition : topic->partitions) {
      TS_RETURN_IF_ERROR(drop_expired(partition, *storage, before));
    }
  }
  return {};
}

Result<std::optional<WallTime>> Broker::newest_append() const {
  std::optional<WallTime> newest;
  for (const Topic* topic : topics.all()) {
    for (const PartitionLog& partition : topic->partitions) {
      TS_ASSIGN_OR_RETURN(const BatchPtr batch, last_batch(partition));
      if (batch) {
        newest = std::max(newest.value_or(WallTime{batch->newest_ms()}), WallTime{batch->newest_ms()});
      }
    }
  }
  return newest;
}

Status Broker::keep_up(Topic& topic, std::size_t index) {
  PartitionLog& partition = topic.partitions[index];
  const std::int64_t now_ms = clock.wall_now().value();
  const bool is_compacted = topic.spec.cleanup == Cleanup::kCompact;
  // What was dropped was needed for some time before that; what compaction removed may have been replaced at once.
  constexpr std::int64_t kDroppedShare = 4;
  const std::int64_t lag_ms = settings.compaction_lag_max.count() / (is_compacted ? 1 : kDroppedShare);
  TS_ASSIGN_OR_RETURN(const bool purges, needs_purge(partition, topic.spec.cleanup, now_ms, now_ms - lag_ms));
  if (is_compacted && (purges || needs_compaction(partition, settings.compaction_records_min))) {
    due_.push_back({&topic, index, purges});
  } else if (purges) {
    begin_purge(partition, *storage, partition.first());
  }
  return {};
}

Status Broker::compact_due() {
  for (std::int64_t bytes_left = kStepBytes; bytes_left > 0 && !due_.empty();) {
    const Due due = due_.front();
    PartitionLog& partition = due.topic->partitions[due.partition];
    if (!due.topic->deleted) {
      if (!compaction_) {
        TS_ASSIGN_OR_RETURN(PartitionCompaction begun, PartitionCompaction::begin(partition, *storage, clock,
                                                                                  due.topic->spec.delete_retention_ms));
        compaction_.emplace(std::move(begun));
      }
      TS_ASSIGN_OR_RETURN(const bool is_done, compaction_->proceed(bytes_left));
      if (!is_done) {
        return {};
      }
      if (due.purges) {
        begin_purge(partition, *storage, compaction_->end());
      }
    }
    compaction_.reset();
    due_.pop_front();
  }
  return {};
}

/// Until the next step clients have at least as much time as this one took.
void Broker::compact_in_step() {
  const MonotonicTime begun = clock.monotonic_now();
  const Status done = compact_due();
  if (!done.ok()) {
    compaction_.reset();
    due_.clear();
    LogLine(LogLevel::kError, "log_compaction_failed").with("code", done.error().code);
  }
  const MonotonicTime ended = clock.monotonic_now();
  next_step_ = MonotonicTime{ended.value() + (ended.value() - begun.value())};
}

Status Broker::end_purges() {
  for (const EndedPurge& ended : storage->take_ended_purges()) {
    for (Topic* topic : topics.all()) {
      if (topic->id == ended.where.topic_id) {
        TS_RETURN_IF_ERROR(
            end_purge(topic->partitions[static_cast<std::size_t>(ended.where.partition)], *storage, ended));
      }
    }
  }
  return {};
}

void Broker::maintain() {
  Status done = enforce_retention();
  if (done.ok()) {
    done = end_purges();
  }
  if (due_.empty()) {
    for (Topic* topic : topics.all()) {
      for (std::size_t index = 0; done.ok() && index < topic->partitions.size(); ++index) {
        done = keep_up(*topic, index);
      }
    }
  }
  if (!done.ok()) {
    LogLine(LogLevel::kError, "log_maintenance_failed").with("code", done.error().code);
  }
}

}  // namespace turnstream::log::embedded
