#include "pipeline/runtime/record_run.h"

#include <algorithm>
#include <set>

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/state_keys.h"
#include "pipeline/runtime/turn_window.h"

namespace turnstream::runtime {
namespace {

using model::CompletionStatus;
using stage_api::RecordKind;

constexpr std::size_t kFiredPersonasMax = 256;
constexpr std::size_t kFiredTimersMax = 1024;
constexpr std::size_t kFiredBytesMax = 2u << 20;
constexpr std::int64_t kTimerBackoffMs = 30'000;
constexpr int kTimerBackoffDoublingsMax = 7;

std::string encode_position(const model::LogPosition& position) {
  std::string row;
  append_big_endian(row, static_cast<std::uint64_t>(position.partition.value()));
  append_big_endian(row, static_cast<std::uint64_t>(position.offset.value()));
  return row;
}

model::LogPosition decode_position(std::string_view row) {
  return {Partition{static_cast<std::int32_t>(read_big_endian(row))},
          Offset{static_cast<std::int64_t>(read_big_endian(row.substr(8)))}};
}

bool is_fatal(const Error& error) {
  return error.reaction != Reaction::kRetry && error.reaction != Reaction::kDeadLetter;
}

}  // namespace

RecordRun::RecordRun(Task& task, const PreparedRecord& record, std::vector<UpstreamAnswer> upstream,
                     const Attempt& attempt)
    : task_(task), record_(record), upstream_(std::move(upstream)), attempt_(attempt) {
  for (const auto& answer : upstream_) {
    upstream_views_.push_back({answer.stage, answer.status, answer.parts});
  }
}

RecordRun::Part& RecordRun::part_of(const std::string& persona) {
  for (auto& part : parts_) {
    if (part.run->persona() == persona) {
      return part;
    }
  }
  parts_.push_back({std::make_unique<PersonaRun>(*task_.state_, persona), std::nullopt});
  return parts_.back();
}

stage_api::Input RecordRun::make_input() const {
  stage_api::Input input;
  input.kind = record_.kind;
  input.log = record_.log;
  input.log_time = record_.log_time;
  input.now = task_.now_;
  input.persona = record_.persona;
  input.value = record_.value;
  input.turn = as_turn_ ? record_.turn : nullptr;
  input.command_kind = record_.command_kind;
  input.source_topic = record_.source_topic;
  input.source_partition = record_.source_partition;
  input.source_offset = record_.source_offset;
  input.settings = &task_.settings_;
  input.upstream = upstream_views_;
  return input;
}

Status RecordRun::process_persona() {
  part_of(std::string(record_.persona));
  if (attempt_.crashed) {
    fail({"crashed", Reaction::kDeadLetter, "Processing this record ended the process three times.", {}, {}});
    return {};
  }
  if (record_.refusal) {
    fail(*record_.refusal);
    return {};
  }
  TS_ASSIGN_OR_RETURN(const auto timers, TimerTable(*task_.state_).due_of(record_.persona, task_.now_));
  for (const auto& timer : timers) {
    TS_RETURN_IF_ERROR(fire(timer, parts_.front()));
  }
  TS_ASSIGN_OR_RETURN(const auto verdict, admit());
  return verdict == Verdict::kRun ? run_stage(parts_.front()) : Status();
}

Result<RecordRun::Verdict> RecordRun::admit() {
  switch (record_.kind) {
    case RecordKind::kTurn:
      as_turn_ = true;
      return upstream_.empty() ? admit_turn() : follow_upstream();
    case RecordKind::kRedrive:
      return admit_redrive();
    default:
      return follow_upstream();
  }
}

Result<RecordRun::Verdict> RecordRun::admit_turn() {
  const auto& turn = *record_.turn;
  TS_ASSIGN_OR_RETURN(const auto seen, TurnWindow(*task_.state_).find(record_.persona, turn.turn_id));
  if (!seen) {
    return Verdict::kRun;
  }
  const model::LogPosition first{record_.log.partition, seen->offset};
  if (seen->content_hash == turn.content_hash) {
    out_.duplicate_of = first;
    return Verdict::kPass;
  }
  fail({"turn_id_conflict",
        Reaction::kDeadLetter,
        "Another turn with this turn_id and other content stands at offset " + std::to_string(first.offset.value()) +
            " of the log: give each turn a turn_id of its own.",
        "/turn_id",
        {}});
  if (!task_.info().admits) {
    out_.dead_letter.reset();
  }
  return Verdict::kPass;
}

Result<RecordRun::Verdict> RecordRun::admit_redrive() {
  const auto& redrive = *record_.redrive;
  if (redrive.stage != task_.info().name) {
    const auto source = std::find_if(upstream_.begin(), upstream_.end(),
                                     [&](const UpstreamAnswer& answer) { return answer.stage == redrive.stage; });
    if (source == upstream_.end()) {
      return Verdict::kPass;
    }
    as_turn_ = source->admits;
    out_.duplicate_of = source->duplicate_of;
    return out_.duplicate_of ? Verdict::kPass : follow_upstream();
  }
  as_turn_ = true;
  TS_ASSIGN_OR_RETURN(const auto done, task_.state_->get(persona_key('r', record_.persona, record_.turn->turn_id)));
  if (done) {
    out_.duplicate_of = decode_position(*done);
    return Verdict::kPass;
  }
  if (upstream_.empty()) {
    return admit_turn();
  }
  upstream_views_.clear();
  for (auto& answer : upstream_) {
    answer.parts.clear();
    for (const auto& recorded : redrive.upstream) {
      if (recorded.stage == answer.stage) {
        answer.parts.assign(recorded.parts.begin(), recorded.parts.end());
      }
    }
    upstream_views_.push_back({answer.stage, answer.status, answer.parts});
  }
  return Verdict::kRun;
}

RecordRun::Verdict RecordRun::follow_upstream() {
  for (const auto& answer : upstream_) {
    if (answer.status == CompletionStatus::kFailure) {
      upstream_failed_ = true;
      if (answer.admits) {
        return Verdict::kPass;
      }
    }
    if (answer.admits && answer.duplicate_of) {
      out_.duplicate_of = answer.duplicate_of;
      return Verdict::kPass;
    }
  }
  return Verdict::kRun;
}

Status RecordRun::run_stage(Part& part) {
  auto mark = part.run->mark();
  std::optional<Error> injected;
  if (task_.faults_ != nullptr && as_turn_) {
    injected = task_.faults_->next(task_.info().name, record_.turn->turn_id);
  }
  const auto status = injected ? Status(*injected) : task_.stage_.process(make_input(), *part.run);
  if (status.ok()) {
    return remember();
  }
  if (is_fatal(status.error()) || (status.error().reaction == Reaction::kRetry && !attempt_.last)) {
    return status;
  }
  part.run->rollback(std::move(mark));
  fail(status.error());
  return {};
}

/// A turn that was processed enters the window; a rolled-back one does not.
Status RecordRun::remember() {
  if (!as_turn_ || record_.turn == nullptr) {
    return {};
  }
  const auto& turn = *record_.turn;
  if (record_.kind == RecordKind::kRedrive && record_.redrive->stage == task_.info().name) {
    task_.state_->put(persona_key('r', record_.persona, turn.turn_id), encode_position(record_.log));
  }
  if (!upstream_.empty()) {
    return {};
  }
  return TurnWindow(*task_.state_).add(record_.persona, turn.turn_id, {turn.content_hash, record_.log.offset});
}

void RecordRun::fail(const Error& error) {
  out_.status = CompletionStatus::kFailure;
  error_ = model::CompletionError{error.code, error.message, error.pointer};
  std::string reason = "stage_error";
  if (error.code == "turn_id_conflict" || error.code == "crashed") {
    reason = error.code;
  }
  out_.dead_letter = StageDeadLetter{reason, error.message, error.pointer, attempt_.number};
}

Status RecordRun::fire(const Timer& timer, Part& part) {
  TimerTable timers(*task_.state_);
  TS_ASSIGN_OR_RETURN(const bool armed, timers.take(timer));
  if (!armed) {
    return {};
  }
  auto mark = part.run->mark();
  const bool own_turn = as_turn_;
  as_turn_ = false;
  auto input = make_input();
  as_turn_ = own_turn;
  input.persona = timer.persona;
  const auto status = task_.stage_.fire(timer.name, timer.due, input, *part.run);
  if (status.ok()) {
    return {};
  }
  if (is_fatal(status.error())) {
    return status;
  }
  part.run->rollback(std::move(mark));
  const int doublings = std::min(timer.failures, kTimerBackoffDoublingsMax);
  const LogTime again{task_.now_.value() + (kTimerBackoffMs << doublings)};
  part.timer_error = model::CompletionError{status.error().code, status.error().message, {}};
  LogLine(LogLevel::kError, "timer_failed")
      .with("stage", task_.info().name)
      .with("partition", record_.log.partition.value())
      .with("offset", record_.log.offset.value())
      .with("persona", timer.persona)
      .with("code", status.error().code)
      .with("timer", timer.name);
  return timers.arm({again, timer.persona, timer.name, timer.failures + 1});
}

Status RecordRun::fire_due() {
  auto& state = *task_.state_;
  TS_ASSIGN_OR_RETURN(const auto overdue, state.get(kOverdueKey));
  if (record_.kind != RecordKind::kTick && !overdue) {
    return {};
  }
  const LogTime until = record_.kind == RecordKind::kTick ? task_.now_ : LogTime{std::stoll(std::string(*overdue))};
  TS_ASSIGN_OR_RETURN(const auto timers, TimerTable(state).due(until, kFiredTimersMax));
  std::set<std::string> personas;
  std::size_t bytes = 0;
  std::size_t fired = 0;
  for (const auto& timer : timers) {
    if ((personas.size() == kFiredPersonasMax && personas.count(timer.persona) == 0) || bytes > kFiredBytesMax) {
      break;
    }
    personas.insert(timer.persona);
    auto& part = part_of(timer.persona);
    const auto before = part.run->changes_bytes();
    TS_RETURN_IF_ERROR(fire(timer, part));
    bytes += part.run->changes_bytes() - before;
    ++fired;
  }
  if (fired < timers.size() || timers.size() == kFiredTimersMax) {
    state.put(kOverdueKey, std::to_string(until.value()));
  } else if (overdue) {
    state.erase(kOverdueKey);
  }
  return {};
}

}  // namespace turnstream::runtime
