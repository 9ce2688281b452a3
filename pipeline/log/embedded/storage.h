#pragma once
// Storage: stores the topics, committed batches, bounds and group progress of an embedded cluster. An Update is one
// atomic write. MemoryStorage stores nothing, because then the cluster holds them all in memory; RocksdbStorage stores
// them in a folder. The Broker owns its storage. Threads: one at a time (the cluster's lock).

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/log/client.h"
#include "pipeline/log/embedded/record_batch.h"

namespace turnstream::log::embedded {

struct PartitionAddress {
  std::uint32_t topic_id = 0;
  std::int32_t partition = 0;
};

/// `first`: records before this offset are not available. `high`: the next offset to assign, which is after the records
/// of open transactions and after control records.
struct PartitionBounds {
  PartitionAddress where;
  std::int64_t first = 0;
  std::int64_t high = 0;
};

struct StoredBatch {
  PartitionAddress where;
  BatchPtr batch;
};

/// Those batches of a partition whose base is in [from, to).
struct DroppedBatches {
  PartitionAddress where;
  std::int64_t from = 0;
  std::int64_t to = 0;
};

struct StoredTopic {
  std::uint32_t id = 0;
  TopicSpec spec;
};

/// The progress of a group in one partition. If `next` is absent, an Update erases the group's stored progress there.
struct StoredOffset {
  std::string group;
  TopicPartition where;
  std::optional<NextOffset> next;
  std::string metadata;
};

/// How far the upkeep of a partition has removed from the disk what compaction and retention removed from the log.
struct PurgedTo {
  PartitionAddress where;
  std::int64_t offset = 0;  ///< of records before it, only those that readers still get are on the disk
  std::int64_t since_ms =
      -1;  ///< when the oldest record at or after it was appended, if compaction removed it; else -1
};

/// The last compaction of a partition that ended: the records before `to` were seen by it, and `records` of them are left.
struct Compacted {
  PartitionAddress where;
  std::int64_t to = 0;
  std::int64_t records = 0;
};

/// From what time on no reader got what the tombstones of a partition replace: a compaction that ended at `since_ms` had removed
/// the earlier records of the keys of all tombstones before `to`.
struct TombstonesAlone {
  PartitionAddress where;
  std::int64_t to = 0;
  std::int64_t since_ms = 0;
};

/// Of the partition, the batches whose base is before `to`.
struct PurgeRange {
  PartitionAddress where;
  std::int64_t to = 0;
};

struct Update {
  std::vector<StoredTopic> new_topics;
  std::vector<std::uint32_t> dropped_topics;
  std::vector<DroppedBatches> dropped_batches;  ///< applied before new_batches
  std::vector<StoredBatch> new_batches;
  std::vector<PartitionBounds> bounds;
  std::vector<StoredOffset> offsets;
  std::vector<PurgedTo> purged;
  std::vector<Compacted> compacted;
  std::vector<TombstonesAlone> tombstones;
};

/// What a cluster loads when it is opened: everything that is stored except the batches and the format.
struct Contents {
  std::string cluster_id;
  std::vector<StoredTopic> topics;
  std::vector<PartitionBounds> bounds;
  std::vector<StoredOffset> offsets;
  std::vector<PurgedTo> purged;
  std::vector<Compacted> compacted;
  std::vector<TombstonesAlone> tombstones;
};

struct EndedPurge {
  PartitionAddress where;
  bool is_done = false;  ///< false: it failed, and the bytes may still be there
};

class Storage {
 public:
  virtual ~Storage() = default;
  virtual Result<Contents> load() = 0;
  /// Applies all or nothing. After "storage_failed" the storage may lack what is in memory, so the process must end.
  virtual Status apply(const Update& update) = 0;
  /// The first stored batch with a record at or after `offset`; null if none. Call it only if keeps_batches().
  [[nodiscard]] virtual Result<BatchPtr> read(PartitionAddress where, std::int64_t offset) const = 0;
  /// True if batches can be read back, so that memory need not hold all of them.
  [[nodiscard]] virtual bool keeps_batches() const = 0;
  /// Begins to remove from the disk the bytes that earlier calls of apply() replaced or dropped in the range. Does not wait
  /// for the end, which take_ended_purges() reports.
  virtual void begin_purge(const PurgeRange& range) = 0;
  /// The purges that have ended since the last call.
  virtual std::vector<EndedPurge> take_ended_purges() = 0;
  [[nodiscard]] virtual std::string description() const = 0;
};

class MemoryStorage final : public Storage {
 public:
  Result<Contents> load() override { return Contents{"embedded-in-memory", {}, {}, {}, {}, {}, {}}; }
  Status apply(const Update&) override { return {}; }
  [[nodiscard]] Result<BatchPtr> read(PartitionAddress, std::int64_t) const override { return BatchPtr(); }
  [[nodiscard]] bool keeps_batches() const override { return false; }
  void begin_purge(const PurgeRange& range) override { ended_.push_back({range.where, true}); }
  std::vector<EndedPurge> take_ended_purges() override { return std::exchange(ended_, {}); }
  [[nodiscard]] std::string description() const override { return "embedded log in memory"; }

 private:
  std::vector<EndedPurge> ended_;
};

}  // namespace turnstream::log::embedded
