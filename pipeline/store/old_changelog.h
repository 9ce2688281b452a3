#pragma once
// The changelogs of versions that wrote one record for each row that a transaction changed, into the compacted topic
// <namespace>.<stage>.changelog. OldChangelogRestore brings local tables (here: a stage's rows of one partition) up to date
// with it; ChangelogRestore (changelog.h) calls it before it applies what this version has written since. A table's
// checkpoint is the changelog offset up to which its rows in the store are complete; it is written in the same batch as the
// rows. The restore applies the records from there at least to the high watermark that begin() read.
//
// - A table is erased and rebuilt if it has no checkpoint, or if records follow its checkpoint and it is too old
//   (compaction may have removed deletes never applied here).
// - A changelog that does not begin at offset 0 has lost rows. Without a usable checkpoint behind its beginning, that is
//   the error "changelog_lost", too.
// - A row that is not as the pipeline wrote it (changelog_check.h) is not applied. If no later row has replaced it when
//   the restore reaches the end, the restore fails with "changelog_damaged"; the checkpoint stays before that row.
// - A checkpoint greater than the changelog's end means that the changelog lost records. That is the error
//   "changelog_lost", and the rows stay as they are, because they may be the only copy.
//
// Borrows the client, the store and the clock, which must outlive it. Threads: the worker's.

#include <map>
#include <memory>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/store/changelog.h"
#include "pipeline/store/changelog_check.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::store {

struct Checkpoint {
  NextOffset next;  ///< the first changelog offset that is not contained in the rows
  WallTime
      written;  ///< a time at which the rows were complete up to the changelog's end; during a rebuild: when it began
  std::optional<NextOffset> sealed = {};  ///< see ChangelogCheck
};
std::string encode_checkpoint(const Checkpoint& checkpoint);
std::optional<Checkpoint> decode_checkpoint(std::string_view text);

class OldChangelogRestore {
 public:
  /// Reads the ends of the changelogs, erases tables that must be rebuilt, and opens a reader if records are left.
  static Result<std::unique_ptr<OldChangelogRestore>> begin(log::Client& client, KeyValueStore& store,
                                                            const Clock& clock, std::vector<RestoreTarget> targets,
                                                            const RestoreLimits& limits);
  /// Applies up to `records_max` records; true when all tables are up to date. Errors: "restore_disturbed"
  /// (kReleasePartition): another worker of this process has taken the partition over and changed a checkpoint;
  /// "restore_outdated" (kReleasePartition), see check_duration(); "changelog_damaged"; those of restore_stalled().
  Result<bool> step(std::size_t records_max);
  [[nodiscard]] std::int64_t records_applied() const { return records_applied_; }
  /// The number of offsets left to read. There may be fewer records: compaction and control records leave gaps.
  [[nodiscard]] std::int64_t offsets_left() const;

 private:
  struct Progress {
    RestoreTarget target;
    NextOffset next;
    NextOffset end;
    ChangelogCheck check;
    WallTime since;  ///< the time of the checkpoint at the start; in a rebuild: of begin()
    bool done = false;
  };
  OldChangelogRestore(log::Client& client, KeyValueStore& store, const Clock& clock, const RestoreLimits& limits);
  /// Finds the offset at which to begin; erases a table that must be rebuilt. Error "changelog_lost" (kStopProcess).
  Result<Progress> prepare(const RestoreTarget& target, const log::Watermarks& marks);
  /// Checks that the stored checkpoints are still those that this restore found or wrote.
  Status check_undisturbed();
  /// Checks that the rows of each table that is not complete were complete, or its rebuild began, less than
  /// delete.retention.ms ago. Later, compaction may have removed the delete of a row that was read before the delete.
  [[nodiscard]] Status check_duration() const;
  void apply(Batch& batch, Progress& progress, const log::Record& record);

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
  std::map<log::TopicPartition, Left> left_;  ///< the checkpoints in the store after the last step
  WallTime begun_;  ///< before the ends of the changelogs were read: from then on others may have written behind them
  MonotonicTime last_progress_;
  std::int64_t records_applied_ = 0;
};

}  // namespace turnstream::store
