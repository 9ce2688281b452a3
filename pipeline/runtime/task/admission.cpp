#include "pipeline/runtime/task/admission.h"

#include "pipeline/runtime/task/barred_turns.h"

namespace turnstream::runtime {
namespace {

using model::CompletionStatus;
using stage_api::RecordKind;

Verdict pass() {
  return {};
}

Verdict run(bool as_turn) {
  Verdict verdict;
  verdict.runs = true;
  verdict.as_turn = as_turn;
  return verdict;
}

Verdict fail(Error error) {
  Verdict verdict;
  verdict.failure = std::move(error);
  return verdict;
}

Verdict duplicate(const model::LogPosition& original) {
  Verdict verdict;
  verdict.duplicate_of = original;
  return verdict;
}

Verdict barred_verdict(std::optional<model::CompletionError> error) {
  auto verdict = pass();
  verdict.status = CompletionStatus::kPartial;
  verdict.error = std::move(error);
  return verdict;
}

}  // namespace

bool Admission::needs_admitted() const {
  return needs_barred() && (record_.kind == RecordKind::kTurn || is_redriven_here());
}

Verdict Admission::decide(const TurnHistory& history, std::span<const PersonaAnswer> upstream) const {
  if (record_.erased) {
    return barred_verdict(bar_error(error_codes::kErased));
  }
  // If the turn in a redrive command cannot be used, only the stage that the command names fails the record.
  if (record_.refusal && (!record_.redrive || is_redriven_here())) {
    return fail(*record_.refusal);
  }
  if (record_.turn != nullptr) {
    auto barred = history.barred;
    for (const auto& answer : upstream) {
      if (answer.admits) {
        barred = bar_error(answer.error_code);
      }
    }
    if (barred) {
      return barred_verdict(std::move(barred));
    }
  }
  if (record_.kind == RecordKind::kRedrive) {
    return is_redriven_here() ? decide_redriven_here(history) : decide_redriven_elsewhere(upstream);
  }
  if (record_.kind == RecordKind::kTurn && stage_.upstream.empty()) {
    return decide_repeat(history);
  }
  auto verdict = follow(upstream);
  verdict.as_turn = record_.kind == RecordKind::kTurn;
  return verdict;
}

/// Called only for stages without upstream.
Verdict Admission::decide_repeat(const TurnHistory& history) const {
  if (!history.admitted) {
    return run(true);
  }
  if (history.admitted->content_hash == record_.turn->content_hash) {
    return duplicate({record_.log.partition, history.admitted->offset});
  }
  return fail(make_error(error_codes::kTurnIdConflict, Reaction::kDeadLetter,
                         "Another turn with this turn_id and other content stands at offset " +
                             std::to_string(history.admitted->offset.value()) +
                             " of the log: give each turn a turn_id of its own.",
                         "/turn_id"));
}

Verdict Admission::decide_redriven_here(const TurnHistory& history) const {
  if (history.redriven) {
    return duplicate({record_.log.partition, history.redriven->offset});
  }
  if (stage_.upstream.empty()) {
    return decide_repeat(history);
  }
  auto verdict = run(true);
  verdict.upstream_of_redrive = true;
  return verdict;
}

/// For a stage other than the redriven one. A stage of a later phase decides from its upstream's completions of the
/// redrive. Any other stage passes, because it has no input from the redriven stage.
Verdict Admission::decide_redriven_elsewhere(std::span<const PersonaAnswer> upstream) const {
  if (stage_.phase <= record_.redrive->phase) {
    return pass();
  }
  for (const auto& answer : upstream) {
    if (answer.duplicate_of) {
      return duplicate(*answer.duplicate_of);
    }
  }
  auto verdict = follow(upstream);
  verdict.as_turn = record_.redrive->admits && record_.turn != nullptr;
  return verdict;
}

Verdict Admission::follow(std::span<const PersonaAnswer> upstream) {
  auto verdict = run(false);
  for (const auto& answer : upstream) {
    if (answer.status == CompletionStatus::kFailure) {
      verdict.status = CompletionStatus::kPartial;
      verdict.error =
          model::CompletionError{std::string(error_codes::kUpstream), "An upstream stage failed this record.", {}};
    }
    if (answer.admits && (answer.status == CompletionStatus::kFailure || answer.duplicate_of)) {
      verdict.runs = false;
      if (answer.status != CompletionStatus::kFailure) {
        verdict.duplicate_of = answer.duplicate_of;
      }
      break;
    }
  }
  return verdict;
}

}  // namespace turnstream::runtime
