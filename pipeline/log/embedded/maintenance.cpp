#include "pipeline/log/embedded/maintenance.h"

#include <string>
#include <unordered_map>

namespace turnstream::log::embedded {

namespace {

// The maximum number of batches that one write of a compaction replaces or removes.
constexpr std::size_t kBatchesPerUpdate = 64;

/// Calls `visit(batch)` for each readable batch, in order of offsets, until it returns an error.
template <typename Visit>
Status for_each_batch(const PartitionLog& partition, Visit visit) {
  std::int64_t position = partition.first();
  while (true) {
    TS_ASSIGN_OR_RETURN(const BatchPtr batch, partition.find(position));
    if (!batch) {
      return {};
    }
    position = batch->last() + 1;
    TS_RETURN_IF_ERROR(visit(batch));
  }
}

struct Compaction {
  PartitionLog& partition;
  Storage& storage;
  std::int64_t tombstones_before_ms;
  std::unordered_map<std::string, std::int64_t> newest;  ///< each key's last offset; never iterated
  Update update;
  std::vector<std::pair<std::int64_t, BatchPtr>> replaced;
  std::int64_t kept = 0;

  Status note_keys() {
    return for_each_batch(partition, [this](const BatchPtr& batch) {
      for (std::size_t i = 0; i < batch->count(); ++i) {
        newest[std::string(batch->key_of(i).value_or(""))] = batch->offset_of(i);
      }
      return Status{};
    });
  }

  [[nodiscard]] bool keeps(const RecordBatch& batch, std::size_t i) const {
    const bool expired = batch.is_tombstone(i) && batch.time_of(i) <= tombstones_before_ms;
    return !expired && newest.at(std::string(batch.key_of(i).value_or(""))) == batch.offset_of(i);
  }

  Status rewrite(const BatchPtr& batch) {
    auto rest = std::make_shared<RecordBatch>(batch->base());
    for (std::size_t i = 0; i < batch->count(); ++i) {
      if (keeps(*batch, i)) {
        rest->append_copy(*batch, i);
      }
    }
    kept += static_cast<std::int64_t>(rest->count());
    if (rest->count() == batch->count()) {
      return {};
    }
    if (rest->count() == 0) {
      update.dropped_batches.push_back(DroppedBatches{partition.address(), batch->base(), batch->base() + 1});
      replaced.emplace_back(batch->base(), nullptr);
    } else {
      update.new_batches.push_back(StoredBatch{partition.address(), rest});
      replaced.emplace_back(batch->base(), rest);
    }
    return replaced.size() < kBatchesPerUpdate ? Status{} : flush();
  }

  // Batches are flushed in ascending order of offsets: no tombstone disappears before the older values that it hides.
  Status flush() {
    TS_RETURN_IF_ERROR(storage.apply(update));
    for (const auto& [base, batch] : replaced) {
      partition.replace(base, batch);
    }
    update = {};
    replaced.clear();
    return {};
  }
};

/// When the oldest record was appended that no purge has covered; none if there is none. Keeps the answer, because the
/// record may be gone at the next call.
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

}  // namespace

Status compact_partition(PartitionLog& partition, Storage& storage, std::int64_t tombstones_before_ms) {
  Compaction compaction{partition, storage, tombstones_before_ms, {}, {}, {}};
  TS_ASSIGN_OR_RETURN(const auto since, uncovered_since(partition));
  if (since && !partition.purge.is_running) {
    compaction.update.purged.push_back(purged_to(partition));
  }
  TS_RETURN_IF_ERROR(compaction.note_keys());
  TS_RETURN_IF_ERROR(for_each_batch(partition, [&](const BatchPtr& batch) { return compaction.rewrite(batch); }));
  TS_RETURN_IF_ERROR(compaction.flush());
  partition.dirty_records = 0;
  partition.clean_records = compaction.kept;
  return {};
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

Status begin_purge(PartitionLog& partition, Storage& storage, Cleanup cleanup, std::int64_t tombstones_before_ms) {
  PurgeRange range{partition.address(), partition.first()};
  if (cleanup == Cleanup::kCompact) {
    TS_RETURN_IF_ERROR(compact_partition(partition, storage, tombstones_before_ms));
    range.to = partition.last_stable();
  }
  partition.purge = {range.to, std::nullopt, true};
  storage.begin_purge(range);
  return {};
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
