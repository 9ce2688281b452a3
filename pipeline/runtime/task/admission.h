#pragma once
// Admission: decides whether a stage processes, passes or fails a record for a persona. It handles repeated,
// conflicting and barred turns, redrives, and records that an upstream stage failed. A pure function of its inputs: it
// reads no row and writes none. RecordRun reads the rows (TurnHistory) and applies the verdict.
// Threads: pure. Lifetime: borrows the record and the stage's info.

#include <optional>
#include <span>

#include "pipeline/runtime/task/prepared_record.h"
#include "pipeline/runtime/task/stage_answer.h"
#include "pipeline/runtime/task/turn_window.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

/// What the stage's rows contain about the record's turn. RecordRun reads only the entries that decide() needs.
struct TurnHistory {
  std::optional<model::CompletionError> barred;  ///< set if the turn is forgotten or its persona is blocked
  std::optional<SeenTurn> admitted;              ///< the turn with the same id in the stage's window of admitted turns
  std::optional<SeenTurn> redriven;              ///< the turn with the same id in its window of redriven turns
};

struct Verdict {
  bool runs = false;     ///< the runtime calls Stage::process()
  bool as_turn = false;  ///< if the stage runs, it receives the record's turn
  /// The stage receives the upstream completions that the redrive command contains, not those of the command itself.
  bool upstream_of_redrive = false;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::optional<model::CompletionError> error;
  std::optional<model::LogPosition> duplicate_of;
  std::optional<Error> failure;  ///< the record fails with this error (see RecordRun for dead letters)
};

class Admission {
 public:
  Admission(const PreparedRecord& record, const stage_api::StageInfo& stage) : record_(record), stage_(stage) {}

  /// Which entries of the TurnHistory decide() needs; the others may be absent.
  [[nodiscard]] bool needs_barred() const { return record_.turn != nullptr && stage_.upstream.empty(); }
  [[nodiscard]] bool needs_admitted() const;
  [[nodiscard]] bool needs_redriven() const { return record_.turn != nullptr && is_redriven_here(); }

  /// Decides for the record's own persona: run, pass (perhaps as a duplicate) or fail. The status of a run or pass may
  /// be `partial`. `upstream`: in the order of StageInfo::upstream.
  [[nodiscard]] Verdict decide(const TurnHistory& history, std::span<const PersonaAnswer> upstream) const;
  /// Decides from the upstream completions alone, for other personas and within decide(): run, unless the admission
  /// gate failed the record or found it a duplicate. A run has status `partial` if an upstream failed the record.
  [[nodiscard]] static Verdict follow(std::span<const PersonaAnswer> upstream);

 private:
  [[nodiscard]] bool is_redriven_here() const { return record_.redrive && record_.redrive->stage == stage_.name; }
  [[nodiscard]] Verdict decide_repeat(const TurnHistory& history) const;
  [[nodiscard]] Verdict decide_redriven_here(const TurnHistory& history) const;
  [[nodiscard]] Verdict decide_redriven_elsewhere(std::span<const PersonaAnswer> upstream) const;

  const PreparedRecord& record_;
  const stage_api::StageInfo& stage_;
};

}  // namespace turnstream::runtime
