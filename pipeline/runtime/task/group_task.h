#pragma once
// GroupTask: all stages of a group on one partition. Its gate pairs the log with the completions of stages outside the
// group; completions of stages inside it are passed on in memory, in phase order. A log record is atomic for the whole
// group: if one stage needs a retry, the work of all others on that record is undone too. After a change of the
// grouping, stages of a group may be at different positions: until the others reach a stage that is ahead, it does not
// run, and its answers are read from its topic (AnswerReader). Threads: the worker's. Lifetime: borrows environment.

#include <memory>
#include <optional>
#include <vector>

#include "pipeline/runtime/common/stage_environment.h"
#include "pipeline/runtime/common/worker_transaction.h"
#include "pipeline/runtime/task/answer_reader.h"
#include "pipeline/runtime/task/gate.h"
#include "pipeline/runtime/task/task.h"
#include "pipeline/store/changelog_walk.h"

namespace turnstream::runtime {

class GroupTask {
 public:
  struct Budget {
    std::size_t input_bytes_max;  ///< bytes of waiting records, for each input (see Gate)
    std::size_t cache_bytes_max;  ///< bytes of cached rows, for each stage
  };
  /// `tables`: one for each of `stages`, in the same order.
  GroupTask(const StageEnvironment& environment, const std::vector<const stage_api::Stage*>& stages,
            Partition partition, const std::vector<store::TableId>& tables, const Budget& budget);

  /// Call after the restore. Reads each stage's position, so that the gate skips records that all have processed.
  Status load();
  [[nodiscard]] NextOffset next() const { return gate_->next(); }

  enum class Outcome { kNothingReady, kProcessed, kRetryLater };
  /// Processes the next log record if it is ready, and writes the results.
  Result<Outcome> process_one(WorkerTransaction& transaction);
  [[nodiscard]] std::optional<MonotonicTime> retry_at() const { return retry_at_; }

  /// Updates the metric of records that wait at the gate.
  void show_gate();
  /// Updates the metrics of the changelog of a task.
  void show_changelog(std::size_t index, const store::Walk& walk) {
    members_[index].meter.changelog(walk.kept_bytes(), walk.table_bytes());
  }
  /// Updates the metrics of timers and log time. It reads the store, so do not call it for every record.
  Status show_times();

  [[nodiscard]] Gate& gate() { return *gate_; }
  [[nodiscard]] std::size_t tasks() const { return members_.size(); }
  [[nodiscard]] Task& task(std::size_t index) { return *members_[index].task; }
  [[nodiscard]] Partition partition() const { return partition_; }
  /// The completions topics of upstream stages outside the group, in the order of the gate's inputs.
  [[nodiscard]] const std::vector<std::string>& upstream_topics() const { return upstream_topics_; }

 private:
  /// The origin of one upstream's answers: a topic of the gate or, if `inside`, a member; `index`: its number.
  struct Source {
    std::string_view stage;
    bool admits = false;
    bool inside = false;
    std::size_t index = 0;
  };
  struct Member {
    Member(Metrics* metrics, const std::string& stage) : meter(metrics, stage) {}
    std::unique_ptr<Task> task;
    std::string completions;  ///< the member's completions topic
    std::vector<Source> sources;
    std::unique_ptr<AnswerReader> reader;  ///< reads the answers of a member that is ahead; else null
    bool is_read_inside = false;           ///< it is an upstream of another member
    StageMeter meter;
    std::size_t failures = 0;  ///< the stage's failed attempts at the current record
  };

  std::vector<Source> find_sources(const stage_api::StageInfo& info);
  Result<std::vector<RecordOutput>> run_stages(const PreparedRecord& record);
  /// Keeps the changes of the member's completion for the members that read it.
  void keep_changes(const Member& member, RecordOutput& output);
  Result<const PreparedRecord*> prepare(const log::Record& raw);
  Result<RecordOutput> run_stage(Member& member, const PreparedRecord& record,
                                 const std::vector<RecordOutput>& outputs);
  Result<std::vector<std::string_view>> parts_of(const Source& source, const std::vector<RecordOutput>& outputs,
                                                 Offset offset);
  [[nodiscard]] Partition partition_for(const PublicRecord& record) const;
  /// The bytes of rows that the open transaction changed, of all members.
  [[nodiscard]] std::int64_t unsaved_bytes() const {
    std::size_t bytes = 0;
    for (const auto& member : members_) {
      bytes += member.task->state().unsaved_bytes();
    }
    return static_cast<std::int64_t>(bytes);
  }
  Status write(WorkerTransaction& transaction, const log::Record& raw, const PreparedRecord& record,
               const Member& member, const RecordOutput& output);
  Status write_dead_letter(WorkerTransaction& transaction, const log::Record& raw, const PreparedRecord& record,
                           const Task& task, const StageDeadLetter& letter);
  /// Logs and counts the answer.
  void note_answer(const PreparedRecord& record, Member& member, const RecordOutput& output) const;
  void schedule_retry(const PreparedRecord& record, Member& member, const Error& error);

  const StageEnvironment& environment_;
  Partition partition_;
  std::vector<Member> members_;
  std::vector<std::string> upstream_topics_;
  std::unique_ptr<Gate> gate_;
  codec::ChangeCache changes_;  ///< of the completions for the current record
  RecordPreparer preparer_;
  Member* failing_ = nullptr;  ///< the member whose error ended run_stages()
  std::optional<MonotonicTime> retry_at_;
};

}  // namespace turnstream::runtime
