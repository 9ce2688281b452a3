#pragma once
// LogClock: the clock from which a process takes log time and the times of its records. It follows the wall clock as
// long as another clock confirms it, so that a wall clock that is set wrongly cannot age memory.
// - Forward: the wall clock may be `jump_ms` ahead of the time that the machine's boot clock has counted since the last
//   confirmed time, plus 1/1000 for drift. Beyond that the clock holds the jump: it continues from its last time at the
//   pace of the boot clock, until the wall clock returns or accept() is called.
// - Backward: it continues at 9/10 of the pace of the boot clock until the wall clock has caught up.
// - At the start, before anything is committed: resume() gives the newest time in the log, and the wall clock may be
//   ahead of it by a gap (the pipeline was stopped). witness() gives the time of the log's own clock; a wall clock that
//   is more than jump_ms ahead of that is held at the log's time.
// It never goes back, with one exception: the first witness(), before which nothing may be committed.
// It writes one log line at each change between good, ahead and behind. Threads: any (one mutex). Lifetime: borrows the
// machine's clock.

#include <optional>

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"

namespace turnstream {

/// The gap between two runs that intake accepts if the broker's clock confirms it.
inline constexpr std::int64_t kConfirmedGapMs = std::int64_t{366} * 86'400'000;

struct LogClockLimits {
  std::int64_t jump_ms = 60'000;
  std::int64_t gap_ms = std::int64_t{31} * 86'400'000;  ///< between two runs, if no other clock confirms it
};

enum class ClockState {
  kGood,    ///< the clock follows the wall clock
  kAhead,   ///< the wall clock is too far ahead; the jump is held
  kBehind,  ///< the wall clock is more than jump_ms behind
};
std::string_view word_of(ClockState state);

struct ClockView {
  ClockState state = ClockState::kGood;
  WallTime wall;          ///< the wall clock of the machine
  WallTime time;          ///< the time of the LogClock
  bool in_doubt = false;  ///< kAhead, and no clock of the log has said since that the wall clock is wrong
};

class LogClock final : public Clock {
 public:
  explicit LogClock(const Clock& machine, const LogClockLimits& limits = {});

  [[nodiscard]] WallTime wall_now() const override { return view().time; }
  [[nodiscard]] MonotonicTime monotonic_now() const override { return machine_.monotonic_now(); }
  [[nodiscard]] MonotonicTime boot_now() const override { return machine_.boot_now(); }
  [[nodiscard]] ClockView view() const;
  [[nodiscard]] const LogClockLimits& limits() const { return limits_; }

  /// The newest time in the log. The wall clock may be `gap_ms` ahead of it, or kConfirmedGapMs if the first witness()
  /// confirms that. Has no effect after the first witness() or accept(), or if a newer time was given.
  void resume(WallTime newest, std::int64_t gap_ms);
  /// True before the first witness(), and when the last one is too old: more often while a jump is held.
  [[nodiscard]] bool wants_witness() const;
  /// The present time of the log's own clock; none if the log did not give one. If its first answer is none, the log has
  /// only the clock of this machine. `lead_ms`: how far log time may be ahead of the log's own clock.
  void witness(std::optional<WallTime> log_now, std::int64_t lead_ms = 0);
  /// The time of the log's own clock, without the lead: that of the last witness() and the time since; none without one.
  [[nodiscard]] std::optional<WallTime> witnessed() const;

  enum class Answer {
    kAccepted,     ///< the clock follows the wall clock from now on
    kRepeated,     ///< this jump was accepted before
    kNothingHeld,  ///< no jump is held
    kOtherTime,    ///< `to` is more than a day from the wall clock, or nearer to the time of this clock
  };
  /// An operator accepts the jump that is held, to the time `to`.
  Answer accept(WallTime to);

 private:
  struct Point {
    std::int64_t time_us = 0;
    std::int64_t boot_us = 0;
  };
  [[nodiscard]] Point machine_now() const;
  void read(const Point& now) const REQUIRES(mutex_);
  void change(ClockState state, const Point& now) const REQUIRES(mutex_);
  void follow(const Point& now) const REQUIRES(mutex_);
  void take_first_witness(const Point& now) REQUIRES(mutex_);
  [[nodiscard]] bool contradicted(const Point& now) const REQUIRES(mutex_);

  const Clock& machine_;
  const LogClockLimits limits_;
  mutable Mutex mutex_;
  mutable Point anchor_ GUARDED_BY(mutex_);               ///< the last confirmed time
  mutable std::int64_t allowance_us_ GUARDED_BY(mutex_);  ///< how far the wall clock may be ahead of the anchor's time
  mutable bool confirmed_ GUARDED_BY(mutex_) = true;  ///< false: the anchor is a time of the log, not of the wall clock
  mutable Point last_ GUARDED_BY(mutex_);             ///< the last time that the clock has given
  mutable ClockState state_ GUARDED_BY(mutex_) = ClockState::kGood;
  mutable std::int64_t held_since_us_ GUARDED_BY(mutex_) = 0;  ///< of the boot clock; only with kAhead
  bool starting_ GUARDED_BY(mutex_) = true;
  bool witnessed_ GUARDED_BY(mutex_) = true;  ///< false: the log has no clock of its own
  std::optional<std::int64_t> newest_us_ GUARDED_BY(mutex_);
  std::optional<Point> witness_ GUARDED_BY(mutex_);  ///< the log's own clock and the lead
  std::int64_t lead_us_ GUARDED_BY(mutex_) = 0;      ///< the lead of the last witness()
  std::optional<WallTime> accepted_ GUARDED_BY(mutex_);
};

}  // namespace turnstream
