#pragma once
// RecordRun: the processing of one log record by one Task. Task calls its steps in the order of their declaration; for
// ticks and settings not process_persona(), only for settings that cannot be used fail_partition(). Admission decides whether the stage runs, TimerFiring fires timers,
// CompletionBuilder writes the answer; this class calls the stage, keeps or rolls back its writes, and writes dead
// letters. Errors of the steps: those of Task::process().
// Threads: the worker's. Lifetime: lives for one record; borrows the view, the record and the upstreams' bytes.

#include <vector>

#include "pipeline/runtime/task/admission.h"
#include "pipeline/runtime/task/record_output.h"
#include "pipeline/runtime/task/record_parts.h"
#include "pipeline/runtime/task/timer_firing.h"

namespace turnstream::runtime {

struct Attempt {
  int number = 1;
  bool last = false;     ///< this is the last attempt: a transient error is final
  bool crashed = false;  ///< the process crashed three times in this stage at this record: do not call the stage
};

class RecordRun {
 public:
  RecordRun(const TaskView& task, const PreparedRecord& record, std::vector<StageAnswer> upstream,
            const Attempt& attempt);
  RecordRun(const RecordRun&) = delete;
  RecordRun& operator=(const RecordRun&) = delete;

  /// For the record's own persona: admission; if the stage runs, fires the due timers (not at a command) and then
  /// calls the stage.
  Status process_persona();
  /// For a settings record that cannot be used: it fails without a persona.
  void fail_partition(const Error& error);
  /// Calls the stage for each other persona of which an upstream stage has a part (for example because its timers
  /// fired), if Admission::follow() lets it run.
  Status process_others();
  Status fire_due() { return timers_.fire_due(); }
  /// Returns the stage's answer. Call it once, as the last step.
  RecordOutput finish(std::int64_t elapsed_us);

 private:
  Result<TurnHistory> read_history(const Admission& admission) const;
  /// Stores the verdict in the part; true if the stage must run.
  bool apply(Verdict verdict, PersonaPart& part);
  /// Replaces the upstream answers to the redrive command with those to the dead record, which the command contains.
  Status take_recorded_upstream(PersonaPart& part) const;
  /// `turn`: the turn that the stage receives; may be null. `start`: the point to roll back to if the stage fails.
  Status run_stage(PersonaPart& part, const model::StateExport* turn, PersonaRun::Mark start);
  /// Adds a processed turn to the window of admitted turns (only a stage without upstream) and, after a redrive to this
  /// stage, to that of redriven turns.
  Status remember(const model::StateExport& turn);
  void fail(PersonaPart& part, const Error& error);
  void log_conflict(const Error& error) const;

  const TaskView task_;
  const stage_api::StageInfo& info_;
  const PreparedRecord& record_;
  Attempt attempt_;
  RecordParts parts_;
  TimerFiring timers_;
  std::vector<StageDeadLetter> dead_letters_;
};

}  // namespace turnstream::runtime
