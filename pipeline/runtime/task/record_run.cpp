#include "pipeline/runtime/task/record_run.h"

#include <set>

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/task/turn_window.h"

namespace turnstream::runtime {
namespace {

using model::CompletionStatus;
using stage_api::RecordKind;

Error crashed() {
  return {"crashed", Reaction::kDeadLetter, "Processing this record ended the process three times.", {}, {}};
}

}  // namespace

RecordRun::RecordRun(Task& task, const PreparedRecord& record, std::vector<UpstreamAnswer> upstream,
                     const Attempt& attempt)
    : task_(task), record_(record), upstream_(std::move(upstream)), attempt_(attempt) {}

RecordRun::Part& RecordRun::part_of(const std::string& persona) {
  for (auto& part : parts_) {
    if (part.run->persona() == persona) {
      return part;
    }
  }
  auto& part = parts_.emplace_back();
  part.run = std::make_unique<PersonaRun>(*task_.state_, persona);
  part.upstream = said_of(persona);
  return part;
}

std::vector<RecordRun::Said> RecordRun::said_of(std::string_view persona) const {
  std::vector<Said> said;
  said.reserve(upstream_.size());
  for (const auto& answer : upstream_) {
    auto& one = said.emplace_back();
    one.stage = answer.stage;
    one.admits = answer.admits;
    for (const auto& part : answer.parts) {
      if (part.persona != persona) {
        continue;
      }
      if (one.parts.empty()) {
        one.status = part.status;
        one.error_code = part.error_code;
        one.duplicate_of = part.duplicate_of;
      }
      one.parts.push_back(part.bytes);
    }
  }
  return said;
}

stage_api::Input RecordRun::make_input(const Part& part) const {
  stage_api::Input input;
  input.log = record_.log;
  input.log_time = record_.log_time;
  input.now = task_.now_;
  input.persona = part.run->persona();
  input.settings = task_.settings_.get();
  input.upstream = views_;
  if (!is_own(part)) {
    // To anyone else the record only says that time has passed: its content is its persona's.
    input.kind = RecordKind::kTick;
    return input;
  }
  input.kind = record_.kind;
  input.value = record_.value;
  input.turn = as_turn_ ? record_.turn : nullptr;
  input.command_kind = record_.command_kind;
  input.source_topic = record_.source_topic;
  input.source_partition = record_.source_partition;
  input.source_offset = record_.source_offset;
  return input;
}

Status RecordRun::process_persona() {
  auto& part = part_of(std::string(record_.persona));
  if (attempt_.crashed) {
    fail(part, crashed());
    return {};
  }
  const bool another_stages = record_.redrive && record_.redrive->stage != task_.info().name;
  if (record_.refusal && !another_stages) {
    fail(part, *record_.refusal);
    return {};
  }
  TS_ASSIGN_OR_RETURN(const auto verdict, admit(part));
  if (verdict == Verdict::kPass) {
    return {};  // Its timers stay due: who passes a record by changes nothing.
  }
  auto start = part.run->mark();
  TS_ASSIGN_OR_RETURN(const auto timers, TimerTable(*task_.state_).due_of(record_.persona, task_.now_));
  for (const auto& timer : timers) {
    TS_RETURN_IF_ERROR(fire(timer, part));
  }
  return run_stage(part, std::move(start));
}

Status RecordRun::process_others() {
  std::set<std::string> personas;
  for (const auto& answer : upstream_) {
    for (const auto& part : answer.parts) {
      if (part.persona && *part.persona != record_.persona) {
        personas.insert(*part.persona);
      }
    }
  }
  for (const auto& persona : personas) {
    auto& part = part_of(persona);
    if (attempt_.crashed) {
      fail(part, crashed());
    } else if (follow_upstream(part) == Verdict::kRun) {
      TS_RETURN_IF_ERROR(run_stage(part, part.run->mark()));
    }
  }
  return {};
}

Status RecordRun::run_stage(Part& part, PersonaRun::Mark start) {
  const bool with_turn = as_turn_ && is_own(part);
  std::optional<Error> injected;
  if (task_.faults_ != nullptr && with_turn) {
    injected = task_.faults_->next(task_.info().name, record_.turn->turn_id);
  }
  views_.clear();
  for (const auto& said : part.upstream) {
    views_.push_back({said.stage, said.status, said.parts});
  }
  const auto status = injected ? Status(*injected) : task_.stage_.process(make_input(part), *part.run);
  views_.clear();
  if (status.ok()) {
    return with_turn ? remember() : Status();
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

/// A turn that was processed enters the window; a rolled-back one does not.
Status RecordRun::remember() {
  const auto& turn = *record_.turn;
  const SeenTurn seen{turn.content_hash, record_.log.offset, session_hash(turn.session_id)};
  if (record_.redrive && record_.redrive->stage == task_.info().name) {
    TS_RETURN_IF_ERROR(TurnWindow(*task_.state_, kRedrivenTurns).add(record_.persona, turn.turn_id, seen));
  }
  if (!task_.info().upstream.empty()) {
    return {};
  }
  return TurnWindow(*task_.state_, kAdmittedTurns).add(record_.persona, turn.turn_id, seen);
}

/// The admission gate writes the dead letter and the line that goes with it; a failure of this stage it is all the
/// same.
void RecordRun::log_conflict(const Error& error) const {
  LogLine(LogLevel::kError, "record_failed")
      .with("stage", task_.info().name)
      .with("partition", record_.log.partition.value())
      .with("offset", record_.log.offset.value())
      .with("persona", record_.persona)
      .with("turn", record_.turn == nullptr ? std::string_view() : record_.turn->turn_id)
      .with("code", error.code)
      .with("reaction", "none")
      .with("attempts", attempt_.number);
}

void RecordRun::fail(Part& part, const Error& error) {
  part.status = CompletionStatus::kFailure;
  part.error = model::CompletionError{error.code, error.message, error.pointer};
  const bool own_reason = error.code == "turn_id_conflict" || error.code == "crashed";
  if (error.code == "turn_id_conflict" && !task_.info().admits) {
    log_conflict(error);
    return;
  }
  out_.dead_letters.push_back({own_reason ? error.code : "stage_error", error.message, error.pointer,
                               std::string(part.run->persona()), attempt_.number});
}

}  // namespace turnstream::runtime
