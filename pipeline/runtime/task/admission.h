#pragma once
// Admission: decides whether a stage processes a record for a persona: repeated and conflicting turns, forgotten turns,
// redrives, and records that an upstream stage failed. A pure function of its inputs: it reads no row and writes none.
// RecordRun reads the rows (TurnHistory), applies the verdict and writes the dead letter.
// Threads: pure. Lifetime: borrows the record and the stage's info.

#include <optional>
#include <span>

#include "pipeline/runtime/task/prepared_record.h"
#include "pipeline/runtime/task/stage_answer.h"
#include "pipeline/runtime/task/turn_window.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

/// The entries for the record's turn in the stage's rows.
struct TurnHistory {
  std::optional<model::CompletionError> barred;  ///< set if the turn is forgotten or its persona is blocked
  std::optional<SeenTurn> admitted;              ///< the earlier turn with the same id that the stage processed
  std::optional<SeenTurn> redriven;              ///< the earlier redrive of the turn to this stage
};

struct Verdict {
  bool runs = false;     ///< the stage processes the record; if not, the fields below are its answer
  bool as_turn = false;  ///< the stage receives the record's turn
  /// The stage receives the upstream completions of the dead record, which the redrive command contains.
  bool upstream_of_redrive = false;
  model::CompletionStatus status = model::CompletionStatus::kSuccess;
  std::optional<model::CompletionError> error;
  std::optional<model::LogPosition> duplicate_of;
  std::optional<Error> failure;  ///< the record fails with this error and becomes a dead letter
};

class Admission {
 public:
  Admission(const PreparedRecord& record, const stage_api::StageInfo& stage) : record_(record), stage_(stage) {}

  /// Which rows decide() needs; the others may be left out of the TurnHistory.
  [[nodiscard]] bool needs_barred() const { return record_.turn != nullptr && stage_.upstream.empty(); }
  [[nodiscard]] bool needs_admitted() const;
  [[nodiscard]] bool needs_redriven() const { return record_.turn != nullptr && is_redriven_here(); }

  /// The verdict for the record's own persona. `upstream`: in the order of StageInfo::upstream.
  [[nodiscard]] Verdict decide(const TurnHistory& history, std::span<const PersonaAnswer> upstream) const;
  /// The verdict for another persona of which upstream completions have parts. The status is `partial` if an upstream
  /// failed the record. The stage does not run if the admission gate failed the record or found it a duplicate.
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
