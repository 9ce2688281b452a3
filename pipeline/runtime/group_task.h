#pragma once
// GroupTask: all stages of a group on one partition. Its gate pairs the log with the completions of stages outside the
// group; completions of stages inside it are handed over in memory, in phase order. A log record is atomic for the
// whole group: when one stage asks for a retry, what the others did with that record is undone too. Stages of a group
// may stand at different positions after the grouping was changed: one that is ahead sits out, and its answers are read
// back from its topic (AnswerReader). Threads: the worker's. Lifetime: borrows the environment.

#include <memory>
#include <optional>
#include <vector>

#include "pipeline/runtime/answer_reader.h"
#include "pipeline/runtime/gate.h"
#include "pipeline/runtime/stage_environment.h"
#include "pipeline/runtime/task.h"
#include "pipeline/runtime/transaction.h"

namespace turnstream::runtime {

class GroupTask {
 public:
  GroupTask(const StageEnvironment& environment, const std::vector<const stage_api::Stage*>& stages,
            Partition partition, const std::vector<store::TableId>& tables);

  /// After restoring: reads each stage's position; what was processed before is skipped.
  Status load();
  [[nodiscard]] NextOffset next() const { return gate_->next(); }

  enum class Outcome { kNothingReady, kProcessed, kRetryLater };
  /// Processes the next log record if it is ready, and writes what follows from it.
  Result<Outcome> process_one(Transaction& transaction);
  [[nodiscard]] std::optional<MonotonicTime> retry_at() const { return retry_at_; }

  [[nodiscard]] Gate& gate() { return *gate_; }
  [[nodiscard]] std::vector<std::unique_ptr<Task>>& tasks() { return tasks_; }
  [[nodiscard]] Partition partition() const { return partition_; }
  /// Completions topics of stages outside the group, in gate order.
  [[nodiscard]] const std::vector<std::string>& upstream_topics() const { return upstream_topics_; }

 private:
  struct Answers;  // the in-memory answers to one record
  Result<std::vector<RecordOutput>> run_stages(const PreparedRecord& record, const Attempt& attempt);
  Result<std::vector<UpstreamAnswer>> collect(const Task& task, const std::vector<RecordOutput>& outputs,
                                              Offset offset);
  Result<std::vector<std::string_view>> parts_of(const std::string& stage, const std::vector<RecordOutput>& outputs,
                                                 Offset offset);
  Status write(Transaction& transaction, const log::Record& raw, const PreparedRecord& record, const Task& task,
               const RecordOutput& output);
  Status write_dead_letter(Transaction& transaction, const log::Record& raw, const PreparedRecord& record,
                           const Task& task, const StageDeadLetter& letter);
  Status schedule_retry(const PreparedRecord& record, Error error);
  [[nodiscard]] bool admits(const std::string& stage) const;

  const StageEnvironment& environment_;
  Partition partition_;
  std::vector<std::unique_ptr<Task>> tasks_;
  std::vector<std::string> upstream_stages_;
  std::vector<std::string> upstream_topics_;
  std::unique_ptr<Gate> gate_;
  std::vector<std::unique_ptr<AnswerReader>> readers_;  ///< by task; null where its answers are not to be read back
  RecordPreparer preparer_;
  std::string failing_stage_;
  int attempts_ = 0;  ///< failed attempts at the record at the gate
  std::optional<MonotonicTime> retry_at_;
};

}  // namespace turnstream::runtime
