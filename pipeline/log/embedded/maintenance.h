#pragma once
// Maintenance of one partition: compaction and retention. Both remove only records below the last stable offset, and no
// record changes its offset. Threads: one at a time (the cluster's lock).

#include <cstdint>

#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

/// Of the records below the last stable offset, keeps only the last one of each key, and not even that if it is a
/// tombstone that was appended at or before `tombstones_before_ms`.
Status compact_partition(PartitionLog& partition, Storage& storage, std::int64_t tombstones_before_ms);

/// Drops the readable batches before the first one whose newest record was appended at or after `before_ms`.
Status drop_expired(PartitionLog& partition, Storage& storage, std::int64_t before_ms);

}  // namespace turnstream::log::embedded
