#include "pipeline/runtime/task/timer_firing.h"

#include <algorithm>

#include "pipeline/base/log_line.h"
#include "pipeline/runtime/task/state_keys.h"
#include "pipeline/secrets/mask.h"

namespace turnstream::runtime {
namespace {

/// What one record may fire for personas that are not its own.
struct FiringBounds {
  std::size_t personas_max;
  std::size_t changes_bytes_max;
};

/// About 20 to 40 ms of work of a stage; a record should take at most 100. What is left follows at the turns after it.
constexpr FiringBounds kTickBounds{256, 128u << 10};
/// Of a tick at which timers of an earlier one are still left: few turns come, so ticks fire nearly all. With less, they do not
/// keep up with the flushes of 125 busy personas of a partition that have become quiet.
constexpr FiringBounds kLateTickBounds{256, 256u << 10};
/// About 5 ms: a turn pays for its own persona first. Turns come far more often than ticks, so a backlog drains as fast.
constexpr FiringBounds kTurnBounds{8, 32u << 10};
constexpr std::size_t kFiredTimersMax = 1024;
constexpr std::int64_t kTimerBackoffMs = 30'000;
constexpr int kTimerBackoffDoublingsMax = 7;

}  // namespace

Status TimerFiring::fire_own(PersonaPart& part) {
  TS_ASSIGN_OR_RETURN(const auto timers, TimerTable(task_.state).due_of(record_.persona, task_.now));
  for (const auto& timer : timers) {
    TS_RETURN_IF_ERROR(fire(timer, part));
  }
  return {};
}

Status TimerFiring::fire(const Timer& timer, PersonaPart& part) {
  TS_ASSIGN_OR_RETURN(const bool armed, TimerTable(task_.state).take(timer));
  if (!armed) {
    return {};
  }
  if (crashed_) {
    return arm_again(
        timer, part,
        make_error(error_codes::kCrashed, Reaction::kDeadLetter,
                   "The process crashed three times at this record, so its timers fire later. Report this as a bug."));
  }
  auto mark = part.run->mark();
  const auto status = task_.stage.fire(timer.name, timer.due, parts_.input_for(part), *part.run);
  if (status.ok()) {
    return {};
  }
  const auto reaction = status.error().reaction;
  if (reaction != Reaction::kRetry && reaction != Reaction::kDeadLetter) {
    return status;
  }
  part.run->rollback(std::move(mark));
  return arm_again(timer, part, status.error());
}

Status TimerFiring::arm_again(const Timer& timer, PersonaPart& part, const Error& error) {
  const int doublings = std::min(timer.failures, kTimerBackoffDoublingsMax);
  const LogTime due{task_.now.value() + (kTimerBackoffMs << doublings)};
  part.timer_error = model::CompletionError{error.code, error.message, {}};
  LogLine line(LogLevel::kError, "timer_failed");
  line.with("stage", task_.stage.info().name)
      .with("partition", record_.log.partition.value())
      .with("offset", record_.log.offset.value())
      .with("persona", secrets::masked_bytes(timer.persona));
  if (parts_.is_own(part) && record_.turn != nullptr) {
    line.with("turn", record_.turn->turn_id);
  }
  line.with("code", error.code).with("reaction", "retry").with("timer", timer.name);
  return TimerTable(task_.state).arm({due, timer.persona, timer.name, timer.failures + 1});
}

Status TimerFiring::fire_due() {
  const bool tick = record_.kind == stage_api::RecordKind::kTick;
  TS_ASSIGN_OR_RETURN(const auto overdue, task_.state.get(kOverdueKey));
  if (!tick && !overdue) {
    return {};
  }
  const LogTime until = tick ? task_.now : LogTime{static_cast<std::int64_t>(read_big_endian(*overdue))};
  TS_ASSIGN_OR_RETURN(auto timers, TimerTable(task_.state).due(until, kFiredTimersMax));
  const std::vector<std::string>& first = task_.stage.info().first_timers;
  std::stable_partition(timers.begin(), timers.end(), [&first](const Timer& timer) {
    return std::find(first.begin(), first.end(), timer.name) != first.end();
  });
  const FiringBounds& bounds = !tick ? kTurnBounds : overdue ? kLateTickBounds : kTickBounds;
  std::set<std::string_view> personas;
  std::size_t bytes = 0;
  bool complete = timers.size() < kFiredTimersMax;
  for (const auto& timer : timers) {
    const bool fits = personas.size() < bounds.personas_max || personas.count(timer.persona) > 0;
    if (!fits || bytes > bounds.changes_bytes_max) {
      complete = false;
      break;
    }
    if (!tick && timer.persona == record_.persona) {
      complete = false;  // If the stage did not process this persona's record, no changes of the persona may follow.
      continue;
    }
    personas.insert(timer.persona);
    auto& part = parts_.of(timer.persona);
    const auto bytes_before = part.run->changes_bytes();
    TS_RETURN_IF_ERROR(fire(timer, part));
    bytes += part.run->changes_bytes() - bytes_before;
  }
  if (!complete) {
    std::string row;
    append_big_endian(row, static_cast<std::uint64_t>(until.value()));
    task_.state.put(kOverdueKey, row);
  } else if (overdue) {
    task_.state.erase(kOverdueKey);
  }
  return {};
}

}  // namespace turnstream::runtime
