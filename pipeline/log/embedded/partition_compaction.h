#pragma once
// PartitionCompaction: one compaction of a partition, done in steps. Of the records that were below the last stable offset
// when it began, it keeps only the last one of each key, and not even that if it is an old tombstone. No record changes its
// offset. Between two steps records may be appended, committed and read; a compaction that is not continued has removed some
// of the superseded records and does no harm. Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

class PartitionCompaction {
 public:
  /// Borrows the partition and the storage. A tombstone is old if it was appended at or before `tombstones_before_ms`.
  /// Only one compaction of a partition at a time. Error "storage_failed".
  static Result<PartitionCompaction> begin(PartitionLog& partition, Storage& storage,
                                           std::int64_t tombstones_before_ms);

  /// Continues until the end, or until it has read about `bytes_left` bytes, from which it subtracts what it read. Returns
  /// true at the end.
  Result<bool> proceed(std::int64_t& bytes_left);
  /// Records at or after this offset are not compacted.
  [[nodiscard]] std::int64_t end() const { return end_; }

 private:
  PartitionCompaction(PartitionLog& partition, Storage& storage, std::int64_t tombstones_before_ms);

  void note_keys(const RecordBatch& batch);
  [[nodiscard]] bool keeps(const RecordBatch& batch, std::size_t index) const;
  Status rewrite(const BatchPtr& batch);
  Status flush();
  Status finish();

  PartitionLog& partition_;
  Storage& storage_;
  std::int64_t tombstones_before_ms_;
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
