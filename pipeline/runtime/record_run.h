#pragma once
// RecordRun: the processing of one log record by one Task, from admission to the assembled completion. Lives for that
// record only; the steps are called by Task::process in the order of their declaration.
// Threads: the worker's. Lifetime: borrows the task, the record and the upstreams' bytes.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/runtime/task.h"

namespace turnstream::runtime {

class RecordRun {
 public:
  RecordRun(Task& task, const PreparedRecord& record, std::vector<UpstreamAnswer> upstream, const Attempt& attempt);

  /// Admission, the persona's own due timers, then the stage itself.
  Status process_persona();
  /// On a tick, or with timers left over from one: fires other personas' due timers, bounded.
  Status fire_due();
  RecordOutput assemble(std::int64_t elapsed_us);

 private:
  enum class Verdict { kRun, kPass };
  struct Part {
    std::unique_ptr<PersonaRun> run;
    std::optional<model::CompletionError> timer_error;
  };

  Result<Verdict> admit();
  Result<Verdict> admit_turn();
  Result<Verdict> admit_redrive();
  /// Turns upstream failures into `partial`, upstream duplicates into a duplicate.
  Verdict follow_upstream();
  Status remember();
  Status run_stage(Part& part);
  void fail(const Error& error);
  Status fire(const Timer& timer, Part& part);
  Part& part_of(const std::string& persona);
  [[nodiscard]] stage_api::Input make_input() const;
  [[nodiscard]] model::Completion describe(Part& part) const;

  Task& task_;
  const PreparedRecord& record_;
  std::vector<UpstreamAnswer> upstream_;
  std::vector<stage_api::UpstreamCompletion> upstream_views_;
  Attempt attempt_;
  std::vector<Part> parts_;  ///< the record's own persona first, where it has one
  bool as_turn_ = false;     ///< the stage is to see the record's turn
  bool upstream_failed_ = false;
  std::optional<model::CompletionError> error_;
  RecordOutput out_;
};

}  // namespace turnstream::runtime
