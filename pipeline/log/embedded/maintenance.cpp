#include "pipeline/log/embedded/maintenance.h"

#include <algorithm>

namespace turnstream::log::embedded {

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

}  // namespace turnstream::log::embedded
