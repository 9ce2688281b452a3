#pragma once
// ClusterSettings: the bounds and time-outs of an embedded cluster, with Kafka's meaning.
// Threads: a value.

#include <chrono>
#include <cstdint>

namespace turnstream::log::embedded {

struct ClusterSettings {
  /// An open transaction older than this is aborted.
  std::chrono::milliseconds transaction_timeout{10'000};
  /// A member that vanished (its Consumer was destroyed without close) keeps its place this long.
  std::chrono::milliseconds session_timeout{20'000};
  /// How long a rebalance waits for members to give their partitions back.
  std::chrono::milliseconds rebalance_timeout{20'000};
  /// A member whose Consumer lives but is not called for this long is expelled.
  std::chrono::milliseconds poll_interval_max{300'000};
  /// Bound of one record where the topic states none.
  std::int64_t message_bytes_max = 8 * 1024 * 1024;
  /// Bound of all records of one transaction.
  std::int64_t transaction_bytes_max = 256 * 1024 * 1024;
  std::int64_t offset_metadata_bytes_max = 4096;
  /// Durable: how much of each partition's end is also held in memory.
  std::int64_t resident_bytes_max = 512 * 1024;
  /// Tombstones of compacted topics that state no retention.
  std::chrono::milliseconds delete_retention{24LL * 3600 * 1000};
  /// How often retention is enforced, and partitions looked at for compaction.
  std::chrono::milliseconds maintenance_interval{10'000};
  /// A partition is compacted when this many records came since the last time, and as many as that time left.
  std::int64_t compaction_records_min = 50'000;
};

}  // namespace turnstream::log::embedded
