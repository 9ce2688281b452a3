#pragma once
// Maintenance of one partition: when compaction and purge are due, and retention. Only records below the last stable offset are
// removed, and no record changes its offset. Threads: one at a time (the cluster's lock).

#include <cstdint>

#include "pipeline/log/embedded/partition_log.h"

namespace turnstream::log::embedded {

/// When the oldest record was appended that no purge has covered; none if there is none. Keeps the answer in
/// PartitionLog::purge, because the record may be gone at the next call.
Result<std::optional<std::int64_t>> uncovered_since(PartitionLog& partition);

/// What the storage keeps of PartitionLog::purge.
PurgedTo purged_to(const PartitionLog& partition);

/// Whether a partition of a compacted topic has received enough records since its last compaction (partition_compaction.h).
bool needs_compaction(const PartitionLog& partition, std::int64_t records_min);

/// Ends the purge of the partition that has begun before. If it is not done, the next one is due at once.
Status end_purge(PartitionLog& partition, Storage& storage, const EndedPurge& ended);

/// Whether bytes that were removed from the log at or before `before_ms` may still be on the disk, and no purge runs:
/// then begin_purge() is due. For a compacted topic it counts from the time when a record was appended that no purge has
/// covered, because a later record may have replaced it at once. For others from the time of the first call, `now_ms`,
/// after records were dropped, or 0 if they were dropped before the log was opened.
Result<bool> needs_purge(PartitionLog& partition, Cleanup cleanup, std::int64_t now_ms, std::int64_t before_ms);

/// Begins to remove from the disk what was removed from the log before the offset `to`. A crash before end_purge() leaves the
/// bytes and the old PurgedTo, so that the purge begins again after the start.
void begin_purge(PartitionLog& partition, Storage& storage, std::int64_t to);

/// Drops the readable batches that have no record at or after `before`. Error "offset_out_of_range" if that is behind the
/// last stable offset.
Status drop_head(PartitionLog& partition, Storage& storage, std::int64_t before);

/// Drops the readable batches before the first one whose newest record was appended at or after `before_ms`.
Status drop_expired(PartitionLog& partition, Storage& storage, std::int64_t before_ms);

}  // namespace turnstream::log::embedded
