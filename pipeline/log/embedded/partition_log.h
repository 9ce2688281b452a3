#pragma once
// PartitionLog: one partition's records and offsets. Records of open transactions take their offsets at once, in runs
// that nobody can read; a commit makes the runs readable, an abort drops them, and either takes one more offset for its
// control record, which is only a gap. The last stable offset is the first offset of any open run.
// In memory it holds every batch, or with a storage that keeps them only the newest, bounded.
// Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>

#include "pipeline/log/embedded/storage.h"

namespace turnstream::log::embedded {

/// Names an open run: its first offset.
using RunKey = std::int64_t;

class PartitionLog {
 public:
  /// `storage` outlives the partition. With a storage that keeps batches, memory holds about `resident_bytes_max`.
  PartitionLog(const PartitionBounds& bounds, const Storage& storage, std::size_t resident_bytes_max);

  [[nodiscard]] PartitionAddress address() const { return address_; }
  [[nodiscard]] std::int64_t first() const { return first_; }
  [[nodiscard]] std::int64_t last_stable() const { return open_.empty() ? high_ : open_.begin()->first; }
  [[nodiscard]] std::int64_t high() const { return high_; }

  /// Appends to the run `run`, or to a new one where that cannot go on (none yet, another writer came between, the run
  /// is large). Returns the run used.
  RunKey append(std::int64_t append_time_ms, const OutgoingRecord& record, std::optional<RunKey> run);
  [[nodiscard]] BatchPtr run(RunKey key) const { return open_.at(key); }
  /// Makes the runs readable; `control_records` (0 or 1) takes the next offset.
  void commit(std::span<const RunKey> runs, std::int64_t control_records);
  /// Drops the runs and takes one offset for the control record.
  void abort(std::span<const RunKey> runs);
  /// Leaves a gap up to `next`, as aborted records would. Precondition: nothing is open, `next` ≥ high().
  void skip_to(std::int64_t next);

  /// The first readable batch with a record at or after `offset`, below the last stable offset; null if there is none.
  [[nodiscard]] Result<BatchPtr> find(std::int64_t offset) const;

  /// Forgets all before `first`, a batch's base or high(). The storage has forgotten it.
  void drop_before(std::int64_t first);
  /// Puts `batch` in the place of that with its base, or removes that one when `batch` is null. The storage has done
  /// so.
  void replace(std::int64_t base, const BatchPtr& batch);

  /// Records committed since the last compaction, and what that left.
  std::int64_t dirty_records = 0;
  std::int64_t clean_records = 0;

 private:
  void insert(BatchPtr batch);
  void evict();

  PartitionAddress address_;
  const Storage& storage_;
  std::size_t resident_bytes_max_;
  std::int64_t first_;
  std::int64_t high_;
  std::map<RunKey, std::shared_ptr<Batch>> open_;
  /// The committed batches from resident_.front() to the end, by base; all of them if complete_.
  std::deque<BatchPtr> resident_;
  std::size_t resident_bytes_ = 0;
  bool complete_;
};

}  // namespace turnstream::log::embedded
