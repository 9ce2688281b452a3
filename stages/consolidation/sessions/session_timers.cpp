#include "stages/consolidation/sessions/session_timers.h"

#include <algorithm>

#include "pipeline/base/hash64.h"

namespace turnstream::consolidation {
namespace {

constexpr std::int64_t kSecondMs = 1000;
constexpr std::int64_t kBoundaryMs = 30'000;

}  // namespace

void SessionTimers::load() {
  cycle_before_ = book_.head().cycle;
  keep_before_ = book_.head().keep;
}

void SessionTimers::fired(std::string_view timer) {
  if (timer == kCycleTimer) {
    cycle_fired_ = book_.head().cycle;
    book_.head().cycle.reset();
  } else {
    book_.head().keep.reset();
  }
}

bool SessionTimers::is_behind_gap(const SessionSettings& settings) const {
  return input_.now.value() - cycle_fired_->value() >= settings.flush_cycle_s * kSecondMs;
}

Status SessionTimers::finish(const SessionSettings& settings) {
  SessionHead& head = book_.head();
  const std::int64_t now = input_.now.value();
  const std::int64_t period = settings.flush_cycle_s * kSecondMs;
  if (head.dirty == 0) {
    head.cycle.reset();
  } else if (!head.cycle.has_value() && hurries_ && !is_behind_gap(settings)) {
    head.cycle = LogTime{(now / kBoundaryMs + 1) * kBoundaryMs};
  } else if (!head.cycle.has_value() && cycle_fired_.has_value()) {
    const std::int64_t due = cycle_fired_->value();
    head.cycle = LogTime{due + (std::max<std::int64_t>(now - due, 0) / period + 1) * period};
  } else if (!head.cycle.has_value()) {
    const auto stagger = static_cast<std::int64_t>(hash64(context_.persona()) % static_cast<std::uint64_t>(period));
    head.cycle = LogTime{now + period + stagger};
  }
  if (head.clean == 0) {
    head.keep.reset();
  } else if (!head.keep.has_value()) {
    TS_ASSIGN_OR_RETURN(const LogTime oldest, book_.oldest_clean());
    head.keep = LogTime{std::max(oldest.value() + settings.session_keep_s * kSecondMs, now + 1)};
  }
  stage_api::Timers& timers = context_.timers();
  for (const auto& [name, due, before] :
       {std::tuple(kCycleTimer, head.cycle, cycle_before_), std::tuple(kSessionsTimer, head.keep, keep_before_)}) {
    if (due != before) {
      TS_RETURN_IF_ERROR(due.has_value() ? timers.arm(name, *due) : timers.cancel(name));
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
