#pragma once
// The changelog: every change of a stage's state as a record of <namespace>.<stage>.changelog[p], key = row key.
// ChangelogRestore brings local tables up to it: it starts at each table's checkpoint (the changelog position that the
// rows on disk stand for, written in the same batch as the rows), applies the tail, and is done at the end that was
// reached before it began. State is never wiped, except where it cannot be trusted: no checkpoint, one below the
// changelog's first offset, or one older than the given age (compaction may have dropped deletes it never saw). A
// checkpoint beyond the changelog's end means that the changelog was lost: an error, and the rows, which may be the
// only copy, stay as they are. Rows whose key starts with byte 0 are bookkeeping: "\0position" travels through the
// changelog, "\0checkpoint" is local. Threads: the worker's. Lifetime: borrows client and stores until destroyed.

#include <map>
#include <memory>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::store {

inline constexpr std::string_view kPositionKey{"\0position", 9};
inline constexpr std::string_view kCheckpointKey{"\0checkpoint", 11};

struct Checkpoint {
  NextOffset next;  ///< first changelog offset that the rows do not contain
  WallTime written;
};
std::string encode_checkpoint(const Checkpoint& checkpoint);
std::optional<Checkpoint> decode_checkpoint(std::string_view text);

struct RestoreTarget {
  log::TopicPartition changelog;
  TableId table;
};

struct RestoreLimits {
  std::int64_t checkpoint_age_ms_max = 302'400'000;  ///< half of the changelog's delete.retention.ms (7 days)
  std::int64_t admin_ms_max = 10'000;                ///< longest wait for one answer of the log
  std::int64_t poll_ms_max = 20;                     ///< longest wait for a record in one step; 0 in the simulation
  std::int64_t stall_ms_max = 30'000;                ///< without progress for so long: an error that names the cause
};

class ChangelogRestore {
 public:
  /// Reads the ends, clears tables that must be rebuilt, and begins to read.
  static Result<std::unique_ptr<ChangelogRestore>> begin(log::Client& client, KeyValueStore& store, const Clock& clock,
                                                         std::vector<RestoreTarget> targets,
                                                         const RestoreLimits& limits);
  /// Applies up to `records_max` records; true when all tables are up to date.
  /// Errors: "restore_disturbed" (kReleasePartition): another worker of the process has taken the partition over and
  /// restores it in the same table; "restore_stalled" (kStopProcess).
  Result<bool> step(std::size_t records_max);
  [[nodiscard]] std::int64_t records_applied() const { return records_applied_; }
  /// Compaction and control records leave gaps: at most so many records are left.
  [[nodiscard]] std::int64_t offsets_left() const;

 private:
  struct Progress {
    RestoreTarget target;
    NextOffset next;
    NextOffset end;
    WallTime since;  ///< deletes older than this may have been missed; becomes now when done
    bool done = false;
  };
  ChangelogRestore(log::Client& client, KeyValueStore& store, const Clock& clock, const RestoreLimits& limits);
  /// Errors: "changelog_lost" (kStopProcess).
  Result<Progress> prepare(const RestoreTarget& target, const log::Watermarks& marks);
  /// The checkpoints are those that this restore found or wrote.
  Status check_undisturbed();
  void apply(Batch& batch, Progress& progress, const log::Record& record);
  /// Nothing arrives: what is the matter.
  [[nodiscard]] Error stalled() const;

  log::Client& client_;
  KeyValueStore& store_;
  const Clock& clock_;
  RestoreLimits limits_;
  std::unique_ptr<log::Reader> reader_;
  std::map<log::TopicPartition, Progress> progress_;
  struct Left {
    TableId table;
    std::optional<std::string> checkpoint;
  };
  std::map<log::TopicPartition, Left> left_;  ///< what stands in the store between two steps
  MonotonicTime last_progress_;
  std::int64_t records_applied_ = 0;
};

}  // namespace turnstream::store
