#pragma once
// RecordRun: the processing of one log record by one Task, from admission to the assembled completion. Lives for that
// record only; the steps are called by Task::process in the order of their declaration. record_admission.cpp decides
// whether the stage runs, record_timers.cpp fires timers, record_completion.cpp writes the answer.
// A record concerns its own persona; through the parts of upstream answers and through timers it may concern others.
// Each persona has a part of its own in the answer, sees its own upstream parts only, and is rolled back alone.
// Threads: the worker's. Lifetime: borrows the task, the record and the upstreams' bytes.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/runtime/task/task.h"

namespace turnstream::runtime {

class RecordRun {
 public:
  RecordRun(Task& task, const PreparedRecord& record, std::vector<UpstreamAnswer> upstream, const Attempt& attempt);

  /// Admission, the persona's own due timers, then the stage itself.
  Status process_persona();
  /// What upstream stages did to other personas (their timers fired) is put before the stage, persona by persona.
  Status process_others();
  /// On a tick, or with timers left over from one: fires other personas' due timers, bounded.
  Status fire_due();
  RecordOutput assemble(std::int64_t elapsed_us);

 private:
  enum class Verdict { kRun, kPass };
  /// What one upstream stage said of one persona.
  struct Said {
    std::string_view stage;
    bool admits = false;
    model::CompletionStatus status = model::CompletionStatus::kSuccess;
    std::string error_code;
    std::optional<model::LogPosition> duplicate_of;
    std::vector<std::string_view> parts;
  };
  struct Part {
    std::unique_ptr<PersonaRun> run;
    std::vector<Said> upstream;
    model::CompletionStatus status = model::CompletionStatus::kSuccess;
    std::optional<model::CompletionError> error;
    std::optional<model::LogPosition> duplicate_of;
    std::optional<model::CompletionError> timer_error;
  };

  Result<Verdict> admit(Part& part);
  /// Passes a turn, or one that is sent back, if it may not come again.
  Result<Verdict> admit_unbarred(Part& part) const;
  Result<Verdict> admit_turn(Part& part);
  Result<Verdict> admit_redrive(Part& part);
  Verdict admit_redriven_upstream(Part& part);
  /// Replaces what the upstreams said of the redrive by what they had said of the dead record.
  Status recall_upstream(Part& part) const;
  /// Turns upstream failures into `partial`, upstream duplicates into a duplicate.
  Verdict follow_upstream(Part& part) const;

  /// `start`: what to return to when the stage fails.
  Status run_stage(Part& part, PersonaRun::Mark start);
  Status remember();
  void fail(Part& part, const Error& error);
  void log_conflict(const Error& error) const;
  Status fire(const Timer& timer, Part& part);
  Status rearm(const Timer& timer, Part& part, const Error& error);
  [[nodiscard]] bool is_own(const Part& part) const { return part.run->persona() == record_.persona; }
  Part& part_of(const std::string& persona);
  [[nodiscard]] std::vector<Said> said_of(std::string_view persona) const;
  [[nodiscard]] stage_api::Input make_input(const Part& part) const;
  [[nodiscard]] model::Completion describe(Part& part) const;
  [[nodiscard]] model::Completion frame() const;

  Task& task_;
  const PreparedRecord& record_;
  std::vector<UpstreamAnswer> upstream_;
  Attempt attempt_;
  std::vector<Part> parts_;                           ///< the record's own persona first, where it has one
  std::vector<stage_api::UpstreamCompletion> views_;  ///< of the part that the stage is looking at
  bool as_turn_ = false;                              ///< the stage is to see the record's turn
  RecordOutput out_;
};

}  // namespace turnstream::runtime
