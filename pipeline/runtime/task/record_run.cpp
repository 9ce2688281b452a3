#include "pipeline/runtime/task/record_run.h"

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/common/crash_ledger.h"
#include "pipeline/runtime/task/barred_turns.h"
#include "pipeline/runtime/task/completion_builder.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::runtime {
RecordRun::RecordRun(const TaskView& task, const PreparedRecord& record, std::vector<StageAnswer> upstream,
                     const Attempt& attempt)
    : task_(task),
      info_(task.stage.info()),
      record_(record),
      attempt_(attempt),
      parts_(task_, record, std::move(upstream)),
      timers_(task_, record, parts_, attempt.crashed) {}

Status RecordRun::process_persona() {
  auto& part = parts_.of(record_.persona);
  if (attempt_.crashed) {
    fail(part, crashed_error("processed"));
    return {};
  }
  if (record_.erased && !record_.erased->turn_hash.empty() && info_.upstream.empty()) {
    TS_RETURN_IF_ERROR(BarredTurns(task_.state).forget_hash(record_.persona, record_.erased->turn_hash));
  }
  const Admission admission(record_, info_);
  TS_ASSIGN_OR_RETURN(const auto history, read_history(admission));
  auto verdict = admission.decide(history, part.upstream);
  const auto* turn = verdict.as_turn ? record_.turn : nullptr;
  if (verdict.upstream_of_redrive) {
    if (const auto taken = take_recorded_upstream(part); !taken.ok()) {
      fail(part, taken.error());
      return {};
    }
  }
  if (!apply(std::move(verdict), part)) {
    return {};  // The persona's due timers do not fire either.
  }
  auto start = part.run->mark();
  // At a command they wait: a timer must not publish what a `forget` takes away, and the completion says what the command did.
  if (record_.kind != stage_api::RecordKind::kCommand) {
    TS_RETURN_IF_ERROR(timers_.fire_own(part));
  }
  return run_stage(part, turn, std::move(start));
}

Result<TurnHistory> RecordRun::read_history(const Admission& admission) const {
  TurnHistory history;
  if (admission.needs_barred()) {
    TS_ASSIGN_OR_RETURN(history.barred, BarredTurns(task_.state)
                                            .find(record_.persona, {record_.turn->turn_id, record_.turn->session_id,
                                                                    record_.turn->timestamp.value()}));
  }
  if (admission.needs_admitted()) {
    TS_ASSIGN_OR_RETURN(history.admitted,
                        TurnWindow(task_.state, kAdmittedTurns).find(record_.persona, record_.turn->turn_id));
  }
  if (admission.needs_redriven()) {
    TS_ASSIGN_OR_RETURN(history.redriven,
                        TurnWindow(task_.state, kRedrivenTurns).find(record_.persona, record_.turn->turn_id));
  }
  return history;
}

bool RecordRun::apply(Verdict verdict, PersonaPart& part) {
  part.status = verdict.status;
  part.error = std::move(verdict.error);
  part.duplicate_of = verdict.duplicate_of;
  if (verdict.failure) {
    fail(part, *verdict.failure);
  }
  return verdict.runs;
}

Status RecordRun::take_recorded_upstream(PersonaPart& part) const {
  for (auto& answer : part.upstream) {
    answer.parts.clear();
    for (const auto& recorded : record_.redrive->upstream) {
      if (recorded.stage != answer.stage) {
        continue;
      }
      TS_ASSIGN_OR_RETURN(const auto old,
                          read_answer(answer.stage, answer.admits, {recorded.parts.begin(), recorded.parts.end()}));
      for (const auto& old_part : old.parts) {
        if (old_part.persona == record_.persona) {
          answer.status = old_part.status;
          answer.parts.push_back(old_part.bytes);
        }
      }
    }
  }
  return {};
}

void RecordRun::fail_partition(const Error& error) {
  fail(parts_.of({}), error);
}

Status RecordRun::process_others() {
  for (const auto& persona : parts_.others()) {
    auto& part = parts_.of(persona);
    if (attempt_.crashed) {
      fail(part, crashed_error("processed"));
    } else if (apply(Admission::follow(part.upstream), part)) {
      TS_RETURN_IF_ERROR(run_stage(part, nullptr, part.run->mark()));
    }
  }
  return {};
}

Status RecordRun::run_stage(PersonaPart& part, const model::StateExport* turn, PersonaRun::Mark start) {
  std::optional<Error> injected;
  if (task_.faults != nullptr && turn != nullptr) {
    injected = task_.faults->next(info_.name, turn->turn_id);
  }
  std::vector<stage_api::UpstreamCompletion> upstream;
  upstream.reserve(part.upstream.size());
  for (const auto& answer : part.upstream) {
    upstream.push_back({answer.stage, answer.status, answer.parts, &task_.changes});
  }
  auto input = parts_.input_for(part);
  input.turn = turn;
  input.upstream = upstream;
  const auto status = injected ? Status(*injected) : task_.stage.process(input, *part.run);
  if (status.ok()) {
    return turn == nullptr ? Status() : remember(*turn);
  }
  const auto& error = status.error();
  const bool transient = error.reaction == Reaction::kRetry;
  if ((transient && !attempt_.last) || (!transient && error.reaction != Reaction::kDeadLetter)) {
    return status;
  }
  part.run->rollback(std::move(start));
  part.timer_error.reset();
  fail(part, error);
  return {};
}

Status RecordRun::remember(const model::StateExport& turn) {
  const SeenTurn seen{turn.content_hash, record_.log.offset, session_hash(turn.session_id)};
  if (record_.redrive && record_.redrive->stage == info_.name) {
    TS_RETURN_IF_ERROR(TurnWindow(task_.state, kRedrivenTurns).add(record_.persona, turn.turn_id, seen));
  }
  if (!info_.upstream.empty()) {
    return {};
  }
  return TurnWindow(task_.state, kAdmittedTurns).add(record_.persona, turn.turn_id, seen);
}

/// Logs a conflicting turn. Called for stages other than the admission gate: only that one writes a dead letter for it.
void RecordRun::log_conflict(const Error& error) const {
  LogLine(LogLevel::kError, "record_failed")
      .with("stage", info_.name)
      .with("partition", record_.log.partition.value())
      .with("offset", record_.log.offset.value())
      .with("persona", secrets::masked_bytes(record_.persona))
      .with("turn", record_.turn == nullptr ? std::string_view() : record_.turn->turn_id)
      .with("code", error.code)
      .with("reaction", "none")
      .with("attempts", attempt_.number);
}

void RecordRun::fail(PersonaPart& part, const Error& error) {
  part.status = model::CompletionStatus::kFailure;
  part.error = model::CompletionError{error.code, error.message, error.pointer};
  const bool is_conflict = error.code == error_codes::kTurnIdConflict;
  if (is_conflict && !info_.admits) {
    log_conflict(error);
    return;
  }
  dead_letters_.push_back({is_conflict || error.code == error_codes::kCrashed ? error.code : "stage_error",
                           error.message, error.pointer, std::string(part.run->persona()), attempt_.number});
}

RecordOutput RecordRun::finish(std::int64_t elapsed_us) {
  RecordOutput output;
  output.dead_letters = std::move(dead_letters_);
  CompletionBuilder(info_, record_, attempt_.number).build(parts_, elapsed_us, output);
  return output;
}

}  // namespace turnstream::runtime
