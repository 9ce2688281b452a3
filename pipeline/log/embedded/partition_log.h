#pragma once
// PartitionLog: the records and offsets of one partition. Records of open transactions get their offsets at once, in
// runs that readers do not see. A commit makes the runs readable, an abort drops them. Both use one more offset for the
// control record, which exists only as a gap. The last stable offset is the lowest offset of all open runs, or the end
// if there are none. If the storage can read batches back, memory holds only the newest committed ones, otherwise all.
// Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "pipeline/log/embedded/storage.h"

namespace turnstream::log::embedded {

/// Identifies an open run by its first offset.
using RunKey = std::int64_t;

/// How far upkeep (maintenance.h) has removed old bytes of a partition from the disk.
struct PurgeProgress {
  std::int64_t begun_to = 0;  ///< the last purge that has begun covers the records before it
  std::optional<std::int64_t>
      since_ms;  ///< the earliest time at which bytes that it does not cover may have been removed
  bool is_running = false;
};

class PartitionLog {
 public:
  /// `storage` must outlive the partition. If it can read batches back, memory holds about `resident_bytes_max`.
  PartitionLog(const PartitionBounds& bounds, const Storage& storage, std::size_t resident_bytes_max);

  [[nodiscard]] PartitionAddress address() const { return address_; }
  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t last_stable() const { return open_.empty() ? high_ : open_.begin()->first; }
  [[nodiscard]] std::int64_t high() const { return high_; }

  /// Appends to the run `run`. Starts a new run if `run` is absent, if another writer has used an offset since, or if
  /// the run has at least 64 KiB. Returns the key of the run used.
  RunKey append(std::int64_t append_time_ms, const OutgoingRecord& record, std::optional<RunKey> run);
  [[nodiscard]] BatchPtr run(RunKey key) const { return open_.at(key); }
  /// Makes the runs readable, as far as they are below the last stable offset. If `control_records` is 1, a control
  /// record takes the next offset; 0 is for writes outside of transactions.
  void commit(std::span<const RunKey> runs, std::int64_t control_records);
  /// Drops the runs; a control record takes the next offset.
  void abort(std::span<const RunKey> runs);
  /// Makes `next` the next offset to assign. Precondition: no run is open, and `next` ≥ high().
  void skip_to(std::int64_t next);

  /// The first readable batch with a record at or after `offset`; null if there is none. Readable batches are below
  /// the last stable offset.
  [[nodiscard]] Result<BatchPtr> find(std::int64_t offset) const;

  /// Makes `first` the first available offset and drops older batches. The caller has already changed the storage.
  void drop_before(std::int64_t first);
  /// Replaces the batch with this base in memory, if it is there (null: removes it). The storage is already changed.
  void replace(std::int64_t base, const BatchPtr& batch);

  /// Numbers of records: committed since the last compaction, and left by it. When a cluster is opened, the first also counts
  /// gaps, and both are 0 if the partition was never compacted.
  std::int64_t dirty_records = 0;
  std::int64_t clean_records = 0;
  PurgeProgress purge;
  TombstonesAlone tombstones;

 private:
  void insert(BatchPtr batch);
  void evict();

  PartitionAddress address_;
  const Storage& storage_;
  std::size_t resident_bytes_max_;
  std::int64_t first_;
  std::int64_t high_;
  std::map<RunKey, std::shared_ptr<RecordBatch>> open_;
  /// The newest committed batches, in ascending order of offsets; all committed batches if complete_.
  std::deque<BatchPtr> resident_;
  std::size_t resident_bytes_ = 0;
  bool complete_;
};

}  // namespace turnstream::log::embedded
