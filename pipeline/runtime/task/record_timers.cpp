// Timers: a persona's own before its record, all that are due on a tick. One that fails is rolled back alone and armed
// again with back-off.
#include <algorithm>
#include <set>

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/task/record_run.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::runtime {
namespace {

using stage_api::RecordKind;

constexpr std::size_t kFiredPersonasMax = 256;
constexpr std::size_t kFiredTimersMax = 1024;
constexpr std::size_t kFiredBytesMax = 2u << 20;
constexpr std::int64_t kTimerBackoffMs = 30'000;
constexpr int kTimerBackoffDoublingsMax = 7;

}  // namespace

Status RecordRun::fire(const Timer& timer, Part& part) {
  TS_ASSIGN_OR_RETURN(const bool armed, TimerTable(*task_.state_).take(timer));
  if (!armed) {
    return {};
  }
  if (attempt_.crashed) {
    return rearm(timer, part,
                 {"crashed", Reaction::kDeadLetter, "Firing this timer ended the process three times.", {}, {}});
  }
  auto mark = part.run->mark();
  auto input = make_input(part);
  input.turn = nullptr;
  const auto status = task_.stage_.fire(timer.name, timer.due, input, *part.run);
  if (status.ok()) {
    return {};
  }
  const auto reaction = status.error().reaction;
  if (reaction != Reaction::kRetry && reaction != Reaction::kDeadLetter) {
    return status;
  }
  part.run->rollback(std::move(mark));
  return rearm(timer, part, status.error());
}

Status RecordRun::rearm(const Timer& timer, Part& part, const Error& error) {
  const int doublings = std::min(timer.failures, kTimerBackoffDoublingsMax);
  const LogTime again{task_.now_.value() + (kTimerBackoffMs << doublings)};
  part.timer_error = model::CompletionError{error.code, error.message, {}};
  LogLine line(LogLevel::kError, "timer_failed");
  line.with("stage", task_.info().name)
      .with("partition", record_.log.partition.value())
      .with("offset", record_.log.offset.value())
      .with("persona", timer.persona);
  if (is_own(part) && record_.turn != nullptr) {
    line.with("turn", record_.turn->turn_id);
  }
  line.with("code", error.code).with("reaction", "retry").with("timer", timer.name);
  return TimerTable(*task_.state_).arm({again, timer.persona, timer.name, timer.failures + 1});
}

Status RecordRun::fire_due() {
  auto& state = *task_.state_;
  const bool tick = record_.kind == RecordKind::kTick;
  TS_ASSIGN_OR_RETURN(const auto overdue, state.get(kOverdueKey));
  if (!tick && !overdue) {
    return {};
  }
  const LogTime until = tick ? task_.now_ : LogTime{static_cast<std::int64_t>(read_big_endian(*overdue))};
  TS_ASSIGN_OR_RETURN(const auto timers, TimerTable(state).due(until, kFiredTimersMax));
  std::set<std::string_view> personas;
  std::size_t bytes = 0;
  std::size_t left = timers.size() == kFiredTimersMax ? 1 : 0;
  for (const auto& timer : timers) {
    const bool fits = personas.size() < kFiredPersonasMax || personas.count(timer.persona) > 0;
    if (!fits || bytes > kFiredBytesMax) {
      ++left;
      break;
    }
    if (!tick && timer.persona == record_.persona) {
      ++left;  // Its record was passed by or failed, and must show no changes.
      continue;
    }
    personas.insert(timer.persona);
    auto& part = part_of(timer.persona);
    const auto before = part.run->changes_bytes();
    TS_RETURN_IF_ERROR(fire(timer, part));
    bytes += part.run->changes_bytes() - before;
  }
  if (left > 0) {
    std::string row;
    append_big_endian(row, static_cast<std::uint64_t>(until.value()));
    state.put(kOverdueKey, row);
  } else if (overdue) {
    state.erase(kOverdueKey);
  }
  return {};
}

}  // namespace turnstream::runtime
