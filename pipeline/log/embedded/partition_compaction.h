#pragma once
// PartitionCompaction: one compaction of a partition, done in steps. Of the records that were below the last stable offset
// when it began, it keeps only the last one of each key, and not even that if it is an old tombstone. A tombstone is old if
// an earlier compaction removed what it replaces, at least the tombstone retention ago: a reader that got the replaced
// record, and reads on, gets the tombstone if it arrives there within that time. No record changes its offset. Between two
// steps records may be appended, committed and read; a compaction that is not continued has removed some of the superseded
// records and does no harm. Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

class PartitionCompaction {
 public:
  /// Borrows the partition, the storage and the clock. Only one compaction of a partition at a time. Error "storage_failed".
  static Result<PartitionCompaction> begin(PartitionLog& partition, Storage& storage, const Clock& clock,
                                           std::int64_t tombstone_retention_ms);

  /// Continues until the end, or until it has read about `bytes_left` bytes, from which it subtracts what it read. Returns
  /// true at the end.
  Result<bool> proceed(std::int64_t& bytes_left);
  /// Records at or after this offset are not compacted.
  [[nodiscard]] std::int64_t end() const { return end_; }

 private:
  PartitionCompaction(PartitionLog& partition, Storage& storage, const Clock& clock, bool drops_tombstones);

  void note_keys(const RecordBatch& batch);
  [[nodiscard]] bool keeps(const RecordBatch& batch, std::size_t index) const;
  Status rewrite(const BatchPtr& batch);
  Status flush();
  Status finish();

  PartitionLog& partition_;
  Storage& storage_;
  const Clock& clock_;
  bool drops_tombstones_;  ///< those before PartitionLog::tombstones.to
  std::int64_t end_;
  std::int64_t position_;
  std::int64_t dirty_at_start_;
  bool knows_keys_ = false;
  std::unordered_map<std::string, std::int64_t> newest_;  ///< each key's last offset; never iterated
  Update update_;
  std::vector<std::pair<std::int64_t, BatchPtr>> replaced_;
  std::int64_t kept_ = 0;
};

}  // namespace turnstream::log::embedded
