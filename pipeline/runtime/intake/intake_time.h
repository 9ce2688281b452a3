#pragma once
// The two ways in which intake stamps records with log_time and writes ticks.
// - wall: the stamp is the time of the LogClock, or, if the partition's last stamp is ahead of it, that stamp and 9/10
//   of the time since. A tick is due at each boundary; missed ticks are not written later.
// - event: the stamp of a turn or tick command is its own time, or the last stamp of the log partition if that is
//   higher. Before a turn that crosses a boundary, intake writes one tick, at the last boundary at or before the turn's
//   stamp. Other records get the last stamp; if there is none, they wait for the first turn or tick command.
// A boundary is a multiple of the tick interval. Threads: the worker's.

#include <algorithm>
#include <limits>
#include <optional>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

/// The stamps of one partition under the wall clock: they never go back, also if another machine wrote the last one.
class WallStamps {
 public:
  void resume_at(LogTime last, MonotonicTime boot_now) {
    time_us_ = std::max(time_us_, last.value() * 1'000);
    boot_us_ = boot_now.value();
  }
  [[nodiscard]] std::optional<LogTime> last() const {
    return time_us_ == kNone ? std::nullopt : std::optional(LogTime{time_us_ / 1'000});
  }
  /// Returns the stamp of a record or tick of the time `now`, and keeps it as last().
  LogTime stamp(WallTime now, MonotonicTime boot_now) {
    if (time_us_ != kNone) {
      time_us_ += std::max<std::int64_t>(boot_now.value() - boot_us_, 0) * 9 / 10;
    }
    time_us_ = std::max(time_us_, now.value() * 1'000);
    boot_us_ = boot_now.value();
    return LogTime{time_us_ / 1'000};
  }

 private:
  static constexpr std::int64_t kNone = std::numeric_limits<std::int64_t>::min();
  std::int64_t time_us_ = kNone;
  std::int64_t boot_us_ = 0;
};

enum class IntakeClock { kWall, kEvent };

/// The last boundary at or before `time_ms`.
inline std::int64_t last_boundary(std::int64_t time_ms, std::int64_t interval_ms) {
  const std::int64_t remainder = time_ms % interval_ms;
  return time_ms - (remainder < 0 ? remainder + interval_ms : remainder);
}

class EventClock {
 public:
  explicit EventClock(std::int64_t interval_ms) : interval_ms_(interval_ms) {}
  void resume_at(LogTime last) { last_ = last; }
  [[nodiscard]] std::optional<LogTime> last() const { return last_; }

  struct Stamp {
    LogTime log_time;
    std::optional<LogTime> tick;  ///< the time of the tick to write before a turn; none if no boundary was crossed
  };
  /// The tick to write before a turn of time `event_time`, which becomes last(); none if no boundary is crossed.
  std::optional<LogTime> pass_boundary(EventTime event_time) {
    if (!last_ || last_boundary(event_time.value(), interval_ms_) <= last_->value()) {
      return std::nullopt;
    }
    last_ = LogTime{last_boundary(event_time.value(), interval_ms_)};
    return last_;
  }
  /// Returns the stamp of a turn or of a tick command of time `event_time`, and keeps it as last().
  Stamp stamp(EventTime event_time) {
    std::int64_t time = event_time.value();
    Stamp stamp;
    if (last_) {
      time = std::max(time, last_->value());
      const auto boundary = last_boundary(time, interval_ms_);
      if (boundary > last_->value()) {
        stamp.tick = LogTime{boundary};
      }
    }
    stamp.log_time = LogTime{time};
    last_ = stamp.log_time;
    return stamp;
  }

 private:
  std::int64_t interval_ms_;
  std::optional<LogTime> last_;
};

}  // namespace turnstream::runtime
