#pragma once
// IntakeTime: what intake knows of time in one log partition: the stamp of the last record and when ticks are due.
// wall: a record is stamped with this machine's clock; a tick is due at each boundary; missed ones are not made up.
// event: a record is stamped with its event time, never less than the last stamp; a turn that crosses a boundary is
// preceded by one tick at the last boundary at or before it; records that are no turn take the current stamp, and wait
// for the first turn where there is none yet.
// Threads: the worker's.

#include <algorithm>
#include <optional>

#include "pipeline/base/strong_type.h"

namespace turnstream::runtime {

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
    std::optional<LogTime> tick;  ///< to be written before the record
  };
  /// Stamps a turn (or a tick command) and advances.
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
