#include "pipeline/log/embedded/broker.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/log/embedded/errors.h"
#include "pipeline/log/embedded/maintenance.h"

namespace turnstream::log::embedded {

namespace {

constexpr std::int64_t kTickUs = 1000;

/// Maintenance begins no further purge after this time, because no client is served meanwhile.
constexpr std::int64_t kPurgeUsMax = 200'000;

std::int64_t tombstones_before(const Broker& broker, const Topic& topic) {
  return broker.clock.wall_now().value() - topic.spec.delete_retention_ms;
}

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
      maintained_(ticked_) {
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
  return transaction_ended || session_ended;
}

MonotonicTime Broker::next_deadline() const {
  const auto interval = std::chrono::microseconds(settings.maintenance_interval).count();
  MonotonicTime next{maintained_.value() + interval};
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
  for (PartitionLog& partition : topic->partitions) {
    TS_RETURN_IF_ERROR(compact_partition(partition, *storage, tombstones_before(*this, *topic)));
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

Status Broker::keep_up(const Topic& topic, PartitionLog& partition) {
  const std::int64_t now_ms = clock.wall_now().value();
  TS_ASSIGN_OR_RETURN(const bool is_due,
                      needs_purge(partition, topic.spec.cleanup, now_ms, now_ms - settings.compaction_lag_max.count()));
  // A purge that has to wait is begun by the next maintenance.
  const bool has_time = clock.monotonic_now().value() - maintained_.value() < kPurgeUsMax;
  if (is_due && has_time) {
    return begin_purge(partition, *storage, topic.spec.cleanup, tombstones_before(*this, topic));
  }
  const bool is_compacted = topic.spec.cleanup == Cleanup::kCompact;
  if (is_compacted && partition.dirty_records >= std::max(settings.compaction_records_min, partition.clean_records)) {
    return compact_partition(partition, *storage, tombstones_before(*this, topic));
  }
  return {};
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
  for (Topic* topic : topics.all()) {
    for (PartitionLog& partition : topic->partitions) {
      if (done.ok()) {
        done = keep_up(*topic, partition);
      }
    }
  }
  if (!done.ok()) {
    LogLine(LogLevel::kError, "log_maintenance_failed").with("code", done.error().code);
  }
}

}  // namespace turnstream::log::embedded
