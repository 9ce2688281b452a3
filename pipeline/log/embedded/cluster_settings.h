#pragma once
// ClusterSettings: the limits and time-outs of an embedded cluster. Threads: a value.

#include <chrono>
#include <cstdint>

namespace turnstream::log::embedded {

struct ClusterSettings {
  /// A transaction is aborted if it is still open this time after its first record or offset was added.
  std::chrono::milliseconds transaction_timeout{10'000};
  /// The longest time for which a group keeps a member whose Consumer was destroyed, or closed if the member is static.
  std::chrono::milliseconds session_timeout{20'000};
  /// The longest time for which a rebalance waits for members to give their partitions back.
  std::chrono::milliseconds rebalance_timeout{20'000};
  /// A member is expelled if its Consumer is neither closed nor destroyed but is not called for this time.
  std::chrono::milliseconds poll_interval_max{300'000};
  /// The maximum size of a record (message_bytes()) if the topic does not set one.
  std::int64_t message_bytes_max = 8 * 1024 * 1024;
  /// The maximum size of all records of one transaction together.
  std::int64_t transaction_bytes_max = 256 * 1024 * 1024;
  std::int64_t offset_metadata_bytes_max = 4096;
  /// Durable clusters: of each partition, memory holds the newest batches up to about this many bytes.
  std::int64_t resident_bytes_max = 512 * 1024;
  /// A compacted topic keeps a tombstone at least so long if the topic does not set a time.
  std::chrono::milliseconds delete_retention{24LL * 3600 * 1000};
  /// A partition of a compacted topic is compacted at latest when the oldest record that no compaction has seen is this
  /// old. Then the bytes of what was removed also leave the disk.
  /// Records of other topics that were dropped leave the disk within a quarter of it.
  std::chrono::milliseconds compaction_lag_max{24LL * 3600 * 1000};
  /// After this interval the next call runs retention and checks the compacted topics for compaction.
  std::chrono::milliseconds maintenance_interval{10'000};
  /// A partition of a compacted topic is compacted if at least this many records, and at least as many as the last
  /// compaction left, were committed in it since that compaction (PartitionLog::dirty_records).
  std::int64_t compaction_records_min = 50'000;
};

}  // namespace turnstream::log::embedded
