#include "pipeline/log/embedded/maintenance.h"

#include <algorithm>

#include "pipeline/log/embedded/errors.h"

namespace turnstream::log::embedded {
namespace {

/// `first`: the base of a batch, or an offset between two.
Status drop_to(PartitionLog& partition, Storage& storage, std::int64_t first) {
  if (first <= partition.first()) {
    return {};
  }
  Update update;
  update.dropped_batches.push_back(DroppedBatches{partition.address(), partition.first(), first});
  update.bounds.push_back(PartitionBounds{partition.address(), first, partition.high()});
  TS_RETURN_IF_ERROR(storage.apply(update));
  partition.drop_before(first);
  return {};
}

}  // namespace

Result<std::optional<std::int64_t>> uncovered_since(PartitionLog& partition) {
  PurgeProgress& purge = partition.purge;
  if (!purge.since_ms) {
    TS_ASSIGN_OR_RETURN(const BatchPtr batch, partition.find(purge.begun_to));
    if (batch) {
      purge.since_ms = batch->time_of(batch->index_at(purge.begun_to));
    }
  }
  return purge.since_ms;
}

PurgedTo purged_to(const PartitionLog& partition) {
  return {partition.address(), partition.purge.begun_to, partition.purge.since_ms.value_or(-1)};
}

Status end_purge(PartitionLog& partition, Storage& storage, const EndedPurge& ended) {
  partition.purge.is_running = false;
  if (!ended.is_done) {
    partition.purge.since_ms = 0;
    return {};
  }
  Update update;
  update.purged.push_back(purged_to(partition));
  return storage.apply(update);
}

bool needs_compaction(const PartitionLog& partition, std::int64_t records_min) {
  return partition.dirty_records >= std::max(records_min, partition.clean_records);
}

Result<bool> needs_purge(PartitionLog& partition, Cleanup cleanup, std::int64_t now_ms, std::int64_t before_ms) {
  PurgeProgress& purge = partition.purge;
  if (cleanup == Cleanup::kCompact) {
    TS_ASSIGN_OR_RETURN(const auto since, uncovered_since(partition));
    return since && *since <= before_ms && !purge.is_running;
  }
  if (partition.first() > purge.begun_to) {
    purge.since_ms = purge.since_ms.value_or(now_ms);
  }
  return purge.since_ms && *purge.since_ms <= before_ms && !purge.is_running;
}

void begin_purge(PartitionLog& partition, Storage& storage, std::int64_t to) {
  partition.purge = {to, std::nullopt, true};
  storage.begin_purge({partition.address(), to});
}

Status drop_expired(PartitionLog& partition, Storage& storage, std::int64_t before_ms) {
  std::int64_t first = partition.first();
  while (true) {
    TS_ASSIGN_OR_RETURN(const BatchPtr batch, partition.find(first));
    if (batch && batch->newest_ms() >= before_ms) {
      first = batch->base();
      break;
    }
    if (!batch) {
      first = partition.last_stable();
      break;
    }
    first = batch->last() + 1;
  }
  return drop_to(partition, storage, first);
}

Status drop_head(PartitionLog& partition, Storage& storage, std::int64_t before) {
  if (before > partition.last_stable()) {
    return make_error(error_codes::kOffsetOutOfRange, Reaction::kStopProcess,
                      "Records before offset " + std::to_string(before) + " cannot be deleted: the partition ends at " +
                          std::to_string(partition.last_stable()) + ".");
  }
  if (before <= partition.first()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const BatchPtr batch, partition.find(before));
  return drop_to(partition, storage, batch ? std::min(before, batch->base()) : before);
}

}  // namespace turnstream::log::embedded
