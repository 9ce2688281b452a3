#include "pipeline/log/embedded/partition_compaction.h"

#include <algorithm>

#include "pipeline/log/embedded/maintenance.h"

namespace turnstream::log::embedded {

namespace {

// The maximum number of batches that one write of a compaction replaces or removes.
constexpr std::size_t kBatchesPerUpdate = 64;

// What it costs to find a batch, in bytes of a batch that could be read instead.
constexpr std::int64_t kBytesPerBatch = 4096;

}  // namespace

PartitionCompaction::PartitionCompaction(PartitionLog& partition, Storage& storage, const Clock& clock,
                                         bool drops_tombstones)
    : partition_(partition),
      storage_(storage),
      clock_(clock),
      drops_tombstones_(drops_tombstones),
      end_(partition.last_stable()),
      position_(partition.first()),
      dirty_at_start_(partition.dirty_records) {}

Result<PartitionCompaction> PartitionCompaction::begin(PartitionLog& partition, Storage& storage, const Clock& clock,
                                                       std::int64_t tombstone_retention_ms) {
  const bool drops_tombstones = clock.wall_now().value() - partition.tombstones.since_ms >= tombstone_retention_ms;
  PartitionCompaction begun(partition, storage, clock, drops_tombstones);
  TS_ASSIGN_OR_RETURN(const auto since, uncovered_since(partition));
  if (since && !partition.purge.is_running) {
    begun.update_.purged.push_back(purged_to(partition));
  }
  return begun;
}

Result<bool> PartitionCompaction::proceed(std::int64_t& bytes_left) {
  while (bytes_left > 0) {
    TS_ASSIGN_OR_RETURN(const BatchPtr batch, partition_.find(position_));
    if (batch && batch->base() < end_) {
      bytes_left -= kBytesPerBatch + static_cast<std::int64_t>(batch->bytes().size());
      position_ = batch->last() + 1;
      if (knows_keys_) {
        TS_RETURN_IF_ERROR(rewrite(batch));
      } else {
        note_keys(*batch);
      }
    } else if (!knows_keys_) {
      knows_keys_ = true;
      position_ = partition_.first();
    } else {
      TS_RETURN_IF_ERROR(finish());
      return true;
    }
  }
  return false;
}

void PartitionCompaction::note_keys(const RecordBatch& batch) {
  for (std::size_t i = 0; i < batch.count(); ++i) {
    newest_[std::string(batch.key_of(i).value_or(""))] = batch.offset_of(i);
  }
}

bool PartitionCompaction::keeps(const RecordBatch& batch, std::size_t index) const {
  const bool expired =
      drops_tombstones_ && batch.is_tombstone(index) && batch.offset_of(index) < partition_.tombstones.to;
  return !expired && newest_.at(std::string(batch.key_of(index).value_or(""))) == batch.offset_of(index);
}

Status PartitionCompaction::rewrite(const BatchPtr& batch) {
  auto rest = std::make_shared<RecordBatch>(batch->base());
  for (std::size_t i = 0; i < batch->count(); ++i) {
    if (keeps(*batch, i)) {
      rest->append_copy(*batch, i);
    }
  }
  kept_ += static_cast<std::int64_t>(rest->count());
  if (rest->count() == batch->count()) {
    return {};
  }
  if (rest->count() == 0) {
    update_.dropped_batches.push_back(DroppedBatches{partition_.address(), batch->base(), batch->base() + 1});
    replaced_.emplace_back(batch->base(), nullptr);
  } else {
    update_.new_batches.push_back(StoredBatch{partition_.address(), rest});
    replaced_.emplace_back(batch->base(), rest);
  }
  return replaced_.size() < kBatchesPerUpdate ? Status{} : flush();
}

// Batches are flushed in ascending order of offsets: no tombstone disappears before the older values that it hides.
Status PartitionCompaction::flush() {
  TS_RETURN_IF_ERROR(storage_.apply(update_));
  for (const auto& [base, batch] : replaced_) {
    partition_.replace(base, batch);
  }
  update_ = {};
  replaced_.clear();
  return {};
}

Status PartitionCompaction::finish() {
  update_.compacted.push_back({partition_.address(), end_, kept_});
  TombstonesAlone tombstones = partition_.tombstones;
  if (drops_tombstones_) {
    tombstones = {partition_.address(), end_, clock_.wall_now().value()};
    update_.tombstones.push_back(tombstones);
  }
  TS_RETURN_IF_ERROR(flush());
  partition_.tombstones = tombstones;
  partition_.dirty_records -= std::min(partition_.dirty_records, dirty_at_start_);
  partition_.clean_records = kept_;
  return {};
}

}  // namespace turnstream::log::embedded
