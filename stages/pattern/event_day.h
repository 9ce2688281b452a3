#pragma once
// The day, weekday and hour of an event time, in UTC. Threads: any; pure.

#include <cstddef>
#include <cstdint>

#include "pipeline/base/strong_type.h"

namespace turnstream::pattern {

inline constexpr std::int64_t kHourMs = 3'600'000;

/// value / by, rounded down, also for negative values. Precondition: by > 0.
constexpr std::int64_t floor_divided(std::int64_t value, std::int64_t by) {
  return value / by - (value % by < 0 ? 1 : 0);
}

/// The day as the number of days since 1970-01-01, in UTC.
constexpr std::int64_t day_of(EventTime at) {
  return floor_divided(at.value(), 24 * kHourMs);
}

/// The hour of the day in UTC, 0 to 23.
constexpr std::int64_t hour_of(EventTime at) {
  return floor_divided(at.value(), kHourMs) - day_of(at) * 24;
}

/// The day of the week in UTC; 0 is Monday. The first of January 1970 was a Thursday.
constexpr std::size_t weekday_of(EventTime at) {
  const std::int64_t day = day_of(at) + 3;
  return static_cast<std::size_t>(day - floor_divided(day, 7) * 7);
}

}  // namespace turnstream::pattern
