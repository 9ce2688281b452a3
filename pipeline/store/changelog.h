#pragma once
// The changelog: for each transaction of a stage, a batch of <namespace>.changelog.<stage>[p] (changelog_batch.h) with the
// rows that it changed and some that it repeats (changelog_walk.h). ChangelogRestore brings local tables (here: a stage's rows
// of one partition) up to date with it, up to the high watermark that begin() read at least.
//
// - A table with a place (changelog_place.h) that is not before the topic's first offset gets the records behind it. Any other
//   is erased and gets all records; the walk of the last one must say that those from the first one on are the whole table.
// - If the topic still has its first offset and the table has no place, what an earlier version wrote comes first
//   (old_changelog.h), if its topic exists.
// - A record that the pipeline did not write is passed over, and logged. If one of the pipeline's is missing, the table is
//   made again from the beginning of a complete walk behind it; without one, the restore fails with "changelog_damaged".
// - A place behind the changelog's end means that the changelog lost records. That is the error "changelog_lost", and the
//   rows stay as they are, because they may be the only copy.
//
// Rows whose key starts with byte 0 are bookkeeping; of these only kCheckpointKey and kPurgedKey are not in the changelog.
// Borrows the client, the store and the clock, which must outlive it. Threads: the worker's.

#include <map>
#include <memory>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/store/changelog_batch.h"
#include "pipeline/store/changelog_place.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::store {

inline constexpr std::string_view kPositionKey{"\0position", 9};
inline constexpr std::string_view kCheckpointKey{"\0checkpoint", 11};
/// How far StatePurger (pipeline/runtime/state_purger.h) has purged the partition.
inline constexpr std::string_view kPurgedKey{"\0purged", 7};

struct RestoreTarget {
  log::TopicPartition changelog;
  TableId table;
  std::string old_changelog = {};  ///< the topic of earlier versions, which need not exist
};

struct RestoreLimits {
  /// For the changelogs of earlier versions: a table whose checkpoint is older (or in the future), with records after it, is
  /// rebuilt. Set it to at most half of their delete.retention.ms: a restore that has not ended at twice this age is given up.
  std::int64_t checkpoint_age_ms_max = 302'400'000;
  std::int64_t admin_ms_max = 10'000;    ///< maximum wait for an answer of the log
  std::int64_t poll_ms_max = 20;         ///< longest wait of one poll for a record; 0 in the simulation
  std::int64_t stall_ms_max = 30'000;    ///< a restore that reads nothing for this long fails, see restore_stalled()
  std::size_t step_bytes_max = 8 << 20;  ///< a step ends with the record that reaches it
};

class OldChangelogRestore;

class ChangelogRestore {
 public:
  /// Reads the ends of the changelogs, erases tables that must be made again, and opens a reader if records are left. Errors:
  /// "changelog_lost" (kStopProcess); those of the log and the store.
  static Result<std::unique_ptr<ChangelogRestore>> begin(log::Client& client, KeyValueStore& store, const Clock& clock,
                                                         std::vector<RestoreTarget> targets,
                                                         const RestoreLimits& limits);
  ~ChangelogRestore();
  /// Applies up to `records_max` records; true when all tables are up to date. Errors: "restore_disturbed"
  /// (kReleasePartition): another worker has taken the partition over and changed the table's place or the changelog;
  /// those of BatchCheck::verdict() and restore_stalled().
  Result<bool> step(std::size_t records_max);
  [[nodiscard]] std::int64_t records_applied() const;
  /// The number of offsets left to read. There may be fewer records: control records leave gaps.
  [[nodiscard]] std::int64_t offsets_left() const;

 private:
  struct Progress {
    RestoreTarget target;
    ChangelogPlace place;
    NextOffset end;
    BatchCheck check;
    bool is_done = false;
    std::optional<NextOffset> again_from = {};  ///< see BatchCheck::verdict()
  };
  ChangelogRestore(log::Client& client, KeyValueStore& store, const Clock& clock, const RestoreLimits& limits);
  /// Finds where to begin; erases a table that must be made again. Adds to `old` what the earlier version must restore.
  Result<Progress> prepare(const RestoreTarget& target, const log::Watermarks& marks, std::vector<RestoreTarget>& old);
  /// Whether the topic exists. The list of topics is read once.
  Result<bool> exists(const std::string& topic);
  Status erase(const RestoreTarget& target);
  /// Opens the reader at the places of those that are not done.
  Status open();
  /// Checks that the stored places are still those that this restore found or wrote.
  Status check_undisturbed();
  Status apply(Batch& batch, Progress& progress, const log::Record& record);
  Status end(Progress& progress, NextOffset next);
  /// Writes the batch with the places of all tables, and begins those again that must be.
  Status write(Batch& batch);

  log::Client& client_;
  KeyValueStore& store_;
  const Clock& clock_;
  RestoreLimits limits_;
  std::optional<std::vector<log::TopicInfo>> topics_;
  std::unique_ptr<OldChangelogRestore> old_;  ///< null: done, or not needed
  std::unique_ptr<log::Reader> reader_;
  std::map<log::TopicPartition, Progress> progress_;
  struct Left {
    TableId table;
    std::optional<std::string> place;
  };
  std::map<log::TopicPartition, Left> left_;  ///< the places in the store after the last step
  MonotonicTime last_progress_;
  std::int64_t records_applied_ = 0;
};

}  // namespace turnstream::store
