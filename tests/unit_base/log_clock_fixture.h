#pragma once
// What the tests of LogClock share: a machine whose clocks the test sets, and a LogClock on it.

#include "pipeline/base/log_clock.h"

namespace turnstream {

inline constexpr std::int64_t kSecond = 1'000;
inline constexpr std::int64_t kHour = 3'600 * kSecond;
inline constexpr std::int64_t kDay = 24 * kHour;
inline constexpr std::int64_t kTenYears = 3'652 * kDay;
inline constexpr std::int64_t kStart = 1'767'261'600'000;  // 2026-01-01T10:00:00Z

struct LogClockFixture {
  ManualClock machine{WallTime{kStart}};
  LogClock clock{machine};

  [[nodiscard]] std::int64_t now() const { return clock.wall_now().value() - kStart; }
  [[nodiscard]] ClockState state() const { return clock.view().state; }
  static WallTime at(std::int64_t ms) { return WallTime{kStart + ms}; }
};

}  // namespace turnstream
