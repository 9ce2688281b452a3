#include "pipeline/base/log_clock.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "pipeline/base/log_line.h"
#include "pipeline/base/time_format.h"

namespace turnstream {
namespace {

constexpr std::int64_t kDriftDivisor = 1'000;
constexpr std::int64_t kPaceNumerator = 9;
constexpr std::int64_t kPaceDenominator = 10;
/// A command that accepts a jump may wait so long before intake reads it.
constexpr std::int64_t kAcceptUs = std::int64_t{86'400} * 1'000'000;
constexpr std::int64_t kWitnessUs = std::int64_t{600} * 1'000'000;
constexpr std::int64_t kWitnessHeldUs = std::int64_t{30} * 1'000'000;

std::int64_t us_of(WallTime time) {
  return time.value() * 1'000;
}

WallTime wall_of(std::int64_t time_us) {
  return WallTime{time_us / 1'000};
}

}  // namespace

std::string_view word_of(ClockState state) {
  return state == ClockState::kGood ? "good" : state == ClockState::kAhead ? "ahead" : "behind";
}

LogClock::LogClock(const Clock& machine, const LogClockLimits& limits)
    : machine_(machine),
      limits_(limits),
      anchor_(machine_now()),
      allowance_us_(limits.jump_ms * 1'000),
      last_(anchor_) {}

LogClock::Point LogClock::machine_now() const {
  return {us_of(machine_.wall_now()), machine_.boot_now().value()};
}

ClockView LogClock::view() const {
  const MutexLock lock(mutex_);
  const Point now = machine_now();
  read(now);
  return {state_, wall_of(now.time_us), wall_of(last_.time_us), state_ == ClockState::kAhead && !contradicted(now)};
}

void LogClock::read(const Point& now) const {
  const std::int64_t since_us = std::max<std::int64_t>(now.boot_us - anchor_.boot_us, 0);
  const std::int64_t passed_us = std::max<std::int64_t>(now.boot_us - last_.boot_us, 0);
  const std::int64_t latest_us = anchor_.time_us + since_us + since_us / kDriftDivisor + allowance_us_;
  const std::int64_t slow_us = last_.time_us + passed_us * kPaceNumerator / kPaceDenominator;
  if (now.time_us > latest_us) {
    last_ = {last_.time_us + passed_us, now.boot_us};
    change(ClockState::kAhead, now);
  } else if (now.time_us < slow_us) {
    last_ = {slow_us, now.boot_us};
    const bool far = slow_us - now.time_us > limits_.jump_ms * 1'000;
    change(far ? ClockState::kBehind : ClockState::kGood, now);
  } else {
    follow(now);
    change(ClockState::kGood, now);
  }
}

/// The anchor does not move forward with the wall clock: many small steps must not add up.
void LogClock::follow(const Point& now) const {
  const std::int64_t counted_us = anchor_.time_us + now.boot_us - anchor_.boot_us;
  last_ = now;
  if (confirmed_ ? now.time_us < counted_us : now.time_us >= counted_us - limits_.jump_ms * 1'000) {
    anchor_ = now;
    allowance_us_ = limits_.jump_ms * 1'000;
    confirmed_ = true;
  }
}

void LogClock::change(ClockState state, const Point& now) const {
  if (state == state_) {
    return;
  }
  state_ = state;
  held_since_us_ = now.boot_us;
  const char* const event = state == ClockState::kGood    ? "clock_good"
                            : state == ClockState::kAhead ? "clock_ahead"
                                                          : "clock_behind";
  LogLine line(state == ClockState::kGood    ? LogLevel::kInfo
               : state == ClockState::kAhead ? LogLevel::kError
                                             : LogLevel::kWarning,
               event);
  line.with("wall_clock", format_time(now.time_us / 1'000)).with("log_clock", format_time(last_.time_us / 1'000));
  if (state == ClockState::kAhead) {
    line.with(
        "message",
        "The wall clock is further ahead than the clocks that confirm it allow. Log time continues without it. If "
        "the wall clock is wrong, set it. If it is right, run `turnstream clock --accept`.");
  } else if (state == ClockState::kBehind) {
    line.with("message",
              "The wall clock went back. Log time continues at nine tenths of the pace until the wall clock has caught "
              "up.");
  }
}

bool LogClock::contradicted(const Point& now) const {
  return witness_ && witness_->boot_us >= held_since_us_ &&
         now.time_us > witness_->time_us + (now.boot_us - witness_->boot_us) + limits_.jump_ms * 1'000;
}

void LogClock::resume(WallTime newest, std::int64_t gap_ms) {
  const MutexLock lock(mutex_);
  if (!starting_ || (newest_us_ && us_of(newest) <= *newest_us_)) {
    return;
  }
  const Point now = machine_now();
  newest_us_ = us_of(newest);
  const std::int64_t gap_us = gap_ms * 1'000;
  if (now.time_us > *newest_us_ + gap_us) {
    anchor_ = {*newest_us_, now.boot_us};
    last_ = anchor_;
    allowance_us_ = gap_us;
    confirmed_ = false;
  } else {
    // A time of the log that is plausible also allows a wall clock that is still behind to be corrected up to it.
    confirmed_ = *newest_us_ <= now.time_us || *newest_us_ > now.time_us + gap_us;
    anchor_ = confirmed_ ? now : Point{*newest_us_, now.boot_us};
    last_ = now;
    allowance_us_ = confirmed_ ? limits_.jump_ms * 1'000 : gap_us;
  }
  read(now);
}

bool LogClock::wants_witness() const {
  const MutexLock lock(mutex_);
  if (starting_ || !witnessed_) {
    return starting_;
  }
  const Point now = machine_now();
  read(now);
  const std::int64_t age_us = witness_ ? now.boot_us - witness_->boot_us : kWitnessUs;
  const bool held = state_ == ClockState::kAhead;
  return age_us >= (held ? kWitnessHeldUs : kWitnessUs) || (held && witness_->boot_us < held_since_us_);
}

void LogClock::witness(std::optional<WallTime> log_now, std::int64_t lead_ms) {
  const MutexLock lock(mutex_);
  const Point now = machine_now();
  witnessed_ = log_now.has_value() || witness_.has_value();
  if (log_now) {
    lead_us_ = lead_ms * 1'000;
    witness_ = {us_of(*log_now) + lead_us_, now.boot_us};
    if (starting_) {
      take_first_witness(now);
    }
  }
  starting_ = false;
  read(now);
}

/// A wall clock that is ahead of the log's clock is wrong: the log's clock is the anchor. A wall clock that is held
/// because of the gap and that the log's clock confirms is right. A gap longer than the log's clock may confirm stays
/// held.
void LogClock::take_first_witness(const Point& now) {
  const bool ahead = now.time_us > witness_->time_us + limits_.jump_ms * 1'000;
  const bool too_late = newest_us_ && witness_->time_us > *newest_us_ + kConfirmedGapMs * 1'000;
  if (too_late || (!ahead && state_ != ClockState::kAhead)) {
    return;
  }
  anchor_ = ahead ? *witness_ : now;
  last_ = anchor_;
  allowance_us_ = limits_.jump_ms * 1'000;
  confirmed_ = true;
}

std::optional<WallTime> LogClock::witnessed() const {
  const MutexLock lock(mutex_);
  const std::int64_t now_us = machine_.boot_now().value();
  return witness_ ? std::optional(wall_of(witness_->time_us - lead_us_ + now_us - witness_->boot_us)) : std::nullopt;
}

LogClock::Answer LogClock::accept(WallTime to) {
  const MutexLock lock(mutex_);
  const Point now = machine_now();
  read(now);
  if (state_ != ClockState::kAhead) {
    return accepted_ == to ? Answer::kRepeated : Answer::kNothingHeld;
  }
  const std::int64_t apart_us = now.time_us - us_of(to);
  const bool is_nearer_to_ours = std::abs(apart_us) >= us_of(to) - last_.time_us;
  if (std::abs(apart_us) > kAcceptUs || is_nearer_to_ours) {
    return Answer::kOtherTime;
  }
  accepted_ = to;
  anchor_ = now;
  last_ = now;
  allowance_us_ = limits_.jump_ms * 1'000;
  confirmed_ = true;
  starting_ = false;
  read(now);
  return Answer::kAccepted;
}

}  // namespace turnstream
