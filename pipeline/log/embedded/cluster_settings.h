#pragma once
// ClusterSettings: the limits and time-outs of an embedded cluster. Threads: a value.

#include <chrono>
#include <cstdint>

namespace turnstream::log::embedded {

struct ClusterSettings {
  /// A transaction is aborted if it is still open this time after its first record or offset was added.
  std::chrono::milliseconds transaction_timeout{10'000};
  /// How long a member keeps its place after its Consumer was destroyed without close(), or closed if it is static.
  std::chrono::milliseconds session_timeout{20'000};
  /// The time for which a rebalance waits for members to give their partitions back.
  std::chrono::milliseconds rebalance_timeout{20'000};
  /// A member is expelled if its Consumer exists but is not called for this time.
  std::chrono::milliseconds poll_interval_max{300'000};
  /// The maximum size of a record if the topic does not set one.
  std::int64_t message_bytes_max = 8 * 1024 * 1024;
  /// The maximum size of all records of one transaction.
  std::int64_t transaction_bytes_max = 256 * 1024 * 1024;
  std::int64_t offset_metadata_bytes_max = 4096;
  /// Durable clusters: the number of bytes at the end of each partition that are also held in memory.
  std::int64_t resident_bytes_max = 512 * 1024;
  /// How long a compacted topic keeps tombstones if the topic does not set a time.
  std::chrono::milliseconds delete_retention{24LL * 3600 * 1000};
  /// The interval at which retention is enforced and partitions are checked for compaction.
  std::chrono::milliseconds maintenance_interval{10'000};
  /// A partition is compacted when it received at least this many records since the last compaction, and at least as
  /// many as that compaction left in it.
  std::int64_t compaction_records_min = 50'000;
};

}  // namespace turnstream::log::embedded
