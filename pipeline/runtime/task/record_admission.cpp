// Whether a stage runs for a persona: turns that were forgotten, repeated and conflicting ones, redrives, and what the
// upstreams said.
#include "pipeline/runtime/task/barred_turns.h"
#include "pipeline/runtime/task/record_run.h"
#include "pipeline/runtime/task/turn_window.h"

namespace turnstream::runtime {

using model::CompletionStatus;
using stage_api::RecordKind;

Result<RecordRun::Verdict> RecordRun::admit(Part& part) {
  TS_ASSIGN_OR_RETURN(const auto unbarred, admit_unbarred(part));
  if (unbarred == Verdict::kPass) {
    return Verdict::kPass;
  }
  switch (record_.kind) {
    case RecordKind::kTurn:
      as_turn_ = true;
      return task_.info().upstream.empty() ? admit_turn(part) : follow_upstream(part);
    case RecordKind::kRedrive:
      return admit_redrive(part);
    default:
      return follow_upstream(part);
  }
}

Result<RecordRun::Verdict> RecordRun::admit_unbarred(Part& part) const {
  if (record_.turn == nullptr) {
    return Verdict::kRun;
  }
  if (task_.info().upstream.empty()) {
    TS_ASSIGN_OR_RETURN(part.error, BarredTurns(*task_.state_).find(record_.persona, record_.turn->turn_id));
  }
  for (const auto& said : part.upstream) {
    if (said.admits) {
      part.error = bar_error(said.error_code);
    }
  }
  if (!part.error) {
    return Verdict::kRun;
  }
  part.status = CompletionStatus::kPartial;
  return Verdict::kPass;
}

Result<RecordRun::Verdict> RecordRun::admit_turn(Part& part) {
  const auto& turn = *record_.turn;
  TS_ASSIGN_OR_RETURN(const auto seen, TurnWindow(*task_.state_, kAdmittedTurns).find(record_.persona, turn.turn_id));
  if (!seen) {
    return Verdict::kRun;
  }
  if (seen->content_hash == turn.content_hash) {
    part.duplicate_of = model::LogPosition{record_.log.partition, seen->offset};
  } else {
    fail(part, {"turn_id_conflict",
                Reaction::kDeadLetter,
                "Another turn with this turn_id and other content stands at offset " +
                    std::to_string(seen->offset.value()) + " of the log: give each turn a turn_id of its own.",
                "/turn_id",
                {}});
  }
  return Verdict::kPass;
}

Result<RecordRun::Verdict> RecordRun::admit_redrive(Part& part) {
  const auto& redrive = *record_.redrive;
  if (redrive.stage != task_.info().name) {
    return admit_redriven_upstream(part);
  }
  as_turn_ = true;
  TS_ASSIGN_OR_RETURN(const auto done,
                      TurnWindow(*task_.state_, kRedrivenTurns).find(record_.persona, record_.turn->turn_id));
  if (done) {
    part.duplicate_of = model::LogPosition{record_.log.partition, done->offset};
    return Verdict::kPass;
  }
  if (task_.info().upstream.empty()) {
    return admit_turn(part);
  }
  TS_RETURN_IF_ERROR(recall_upstream(part));
  return Verdict::kRun;
}

/// A stage of a later phase follows what the redriven one changed; the others of its phase, and earlier ones, pass.
RecordRun::Verdict RecordRun::admit_redriven_upstream(Part& part) {
  const auto& redrive = *record_.redrive;
  if (task_.info().phase <= redrive.phase) {
    return Verdict::kPass;
  }
  as_turn_ = redrive.admits && record_.turn != nullptr;
  for (const auto& said : part.upstream) {
    if (said.duplicate_of) {
      part.duplicate_of = said.duplicate_of;
      return Verdict::kPass;
    }
  }
  return follow_upstream(part);
}

Status RecordRun::recall_upstream(Part& part) const {
  for (auto& said : part.upstream) {
    said.parts.clear();
    for (const auto& recorded : record_.redrive->upstream) {
      if (recorded.stage != said.stage) {
        continue;
      }
      TS_ASSIGN_OR_RETURN(const auto answer,
                          read_answer(said.stage, said.admits, {recorded.parts.begin(), recorded.parts.end()}));
      for (const auto& old : answer.parts) {
        if (old.persona == record_.persona) {
          said.status = old.status;
          said.parts.push_back(old.bytes);
        }
      }
    }
  }
  return {};
}

RecordRun::Verdict RecordRun::follow_upstream(Part& part) const {
  for (const auto& said : part.upstream) {
    if (said.status == CompletionStatus::kFailure) {
      part.status = CompletionStatus::kPartial;
      part.error = model::CompletionError{"upstream", "An upstream stage failed this record.", {}};
    }
    if (said.admits && said.status == CompletionStatus::kFailure) {
      return Verdict::kPass;
    }
    if (said.admits && said.duplicate_of) {
      part.duplicate_of = said.duplicate_of;
      return Verdict::kPass;
    }
  }
  return Verdict::kRun;
}

}  // namespace turnstream::runtime
