#pragma once
// StageProcessor: runs a group of stages over the partitions that are assigned to a worker: restore, gate, processing,
// changelog, and the write of committed state to the local store.
// Threads: the worker's; with background_writes another one writes batches. Lifetime: borrows environment and stages.

#include <map>
#include <memory>

#include "pipeline/runtime/common/processor.h"
#include "pipeline/runtime/common/stage_environment.h"
#include "pipeline/runtime/common/stage_group.h"
#include "pipeline/runtime/task/changelog_trimmer.h"
#include "pipeline/runtime/task/group_task.h"
#include "pipeline/store/batch_writer.h"
#include "pipeline/store/changelog.h"

namespace turnstream::runtime {

class StageProcessor final : public Processor {
 public:
  StageProcessor(const StageEnvironment& environment, StageGroup group);
  ~StageProcessor() override;

  Status assigned(const std::vector<log::TopicPartition>& partitions) override;
  Result<bool> restore_step(std::size_t records_max) override;
  [[nodiscard]] std::int64_t restore_left() const override { return restore_ ? restore_->offsets_left() : 0; }
  Result<std::vector<log::Position>> start_positions() override;
  Status revoked() override;
  Status accept(log::Record record) override;
  /// Error "lost_input" (kStopProcess), which names the deleted offsets, unless the environment accepts the loss.
  Status records_lost(const log::RecordsLost& lost) override;
  void reached_end(const log::TopicPartition&, NextOffset) override {}
  Result<bool> process_one(WorkerTransaction& transaction) override;
  [[nodiscard]] bool wants_commit() const override { return wants_commit_; }
  [[nodiscard]] std::optional<MonotonicTime> wake_at() const override;
  [[nodiscard]] bool idle() const override;
  Flow take_flow() override;
  Status prepare_commit(WorkerTransaction& transaction) override;
  std::vector<log::OffsetCommit> offsets() override;
  Status committed(const log::Receipt& receipt) override;
  /// Updates the timer metrics, at most once a second, of partitions that are new or had a commit since.
  Status show(MonotonicTime now) override;
  Status distrust_state() override;

 private:
  struct Slot {
    std::unique_ptr<GroupTask> task;
    std::vector<store::ChangelogWriter> changelogs;  ///< one for each of its tasks
    bool touched = false;                            ///< the partition has records in the open transaction
    bool in_flight = false;                          ///< a batch with the partition's rows may not be in the store yet
    bool shown = false;                              ///< the partition's timer metrics are up to date
  };

  Status check_complete(const std::vector<log::TopicPartition>& partitions) const;
  Status await_write();
  using Marks = std::map<log::TopicPartition, log::Watermarks>;
  Status start_slot(Partition partition, const Marks& marks, std::vector<log::Position>& positions);
  /// The offset from which to read an input whose next record is at `next`. Error "lost_input" (kStopProcess) if offsets
  /// from `next` on were deleted, unless the group has never read the input or the environment accepts the loss.
  Result<NextOffset> first_to_read(const log::Committed& input, NextOffset next, const log::Watermarks& marks) const;
  /// Errors (kStopProcess): "lost_input", "state_lost": the log or the restored state lacks records that the group has
  /// processed or still has to process.
  Status check_start(GroupTask& task, std::optional<NextOffset> committed, const log::Watermarks& log);
  /// The lowest position of those stages of the group that have ever answered a record of the partition; 0 if none has.
  Result<NextOffset> reached(GroupTask& task);
  /// The writers of the restored changelogs. Drops what a process that died has not dropped.
  Result<std::vector<store::ChangelogWriter>> open_changelogs(GroupTask& task);

  const StageEnvironment& environment_;
  StageGroup group_;
  std::vector<std::string> inputs_;
  std::vector<store::TableId> tables_;
  std::unique_ptr<store::BatchWriter> writer_;
  ChangelogTrimmer trimmer_;
  std::vector<Partition> partitions_;
  std::vector<log::Committed> committed_;  ///< the group's progress when the partitions were assigned
  std::unique_ptr<store::ChangelogRestore> restore_;
  std::map<Partition, Slot> slots_;
  Partition next_slot_{0};  ///< process_one() begins with the first slot from this partition on
  bool wants_commit_ = false;
  std::optional<MonotonicTime> shown_at_;
};

}  // namespace turnstream::runtime
