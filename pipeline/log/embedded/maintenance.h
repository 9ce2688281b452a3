#pragma once
// What keeps partitions small: compaction of one, and retention of one. Only what is below the last stable offset is
// looked at, and every offset keeps its meaning: what is dropped is a gap.
// Threads: one at a time (the cluster's lock).

#include <cstdint>

#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

/// Keeps the last record of every key, except tombstones appended at or before `tombstones_before_ms`.
Status compact_partition(PartitionLog& partition, Storage& storage, std::int64_t tombstones_before_ms);

/// Drops the oldest batches as long as their newest record was appended before `before_ms`.
Status drop_expired(PartitionLog& partition, Storage& storage, std::int64_t before_ms);

}  // namespace turnstream::log::embedded
