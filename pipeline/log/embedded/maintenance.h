#pragma once
// Maintenance of one partition: compaction and retention. Both touch only records below the last stable offset, and
// no record changes its offset: a removed record leaves a gap. Threads: one at a time (the cluster's lock).

#include <cstdint>

#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

/// Keeps only the last record of each key, and not even that if it is a tombstone that was appended at or before
/// `tombstones_before_ms`.
Status compact_partition(PartitionLog& partition, Storage& storage, std::int64_t tombstones_before_ms);

/// Drops the oldest batches while their newest record was appended before `before_ms`.
Status drop_expired(PartitionLog& partition, Storage& storage, std::int64_t before_ms);

}  // namespace turnstream::log::embedded
