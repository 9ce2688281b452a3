#include "pipeline/runtime/intake/time_keeper.h"

#include <algorithm>

#include "pipeline/base/time_format.h"

namespace turnstream::runtime {

void TimeKeeper::own(const IntakeMetadata& last) {
  if (!last.log_time) {
    return;
  }
  const std::int64_t log_time_ms = last.log_time->value();
  if (!last.log_clock) {
    clock_.resume(WallTime{log_time_ms}, clock_.limits().gap_ms);
    return;
  }
  const std::int64_t lead_ms = std::max<std::int64_t>(log_time_ms - last.log_clock->value(), 0);
  lead_ms_ = std::min(lead_ms_.value_or(lead_ms), lead_ms);
  clock_.resume(WallTime{std::max(log_time_ms, last.log_clock->value())}, kConfirmedGapMs);
}

void TimeKeeper::release() {
  asked_ = false;
  lead_ms_.reset();
}

Status TimeKeeper::ask(WorkerTransaction& transaction, log::milliseconds timeout) {
  if (!clock_.wants_witness()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const auto appended, transaction.producer().append_time(timeout));
  clock_.witness(appended ? std::optional(WallTime{*appended}) : std::nullopt, lead_ms_.value_or(0));
  return {};
}

std::optional<Error> TimeKeeper::accept(EventTime time) {
  const LogClock::Answer answer = clock_.accept(WallTime{time.value()});
  if (answer == LogClock::Answer::kAccepted || answer == LogClock::Answer::kRepeated) {
    return std::nullopt;
  }
  const std::string reason = answer == LogClock::Answer::kNothingHeld
                                 ? "Intake holds no jump of the wall clock."
                                 : "Intake holds a jump of the wall clock to " +
                                       format_time(clock_.view().wall.value()) + ". The command names another time.";
  return make_error(error_codes::kClockRefused, Reaction::kDeadLetter, reason, "/args/time");
}

}  // namespace turnstream::runtime
