#pragma once
// Idle time: the log time since a memory was last used, counted in whole periods, exact to the millisecond. Each idle
// period lowers the memory's score. Threads: any; pure.

#include <cstdint>
#include <optional>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/derived_rows.h"

namespace turnstream::evidence {

inline constexpr std::int64_t kDayMs = 86'400'000;

struct IdleRules {
  std::int64_t period_ms = 30 * kDayMs;
  std::optional<std::int64_t> retire_ms;  ///< a memory that is idle for this time is removed; absent: none retires
};

[[nodiscard]] std::int64_t idle_periods(LogTime last_used, LogTime now, const IdleRules& rules);

/// kDecays: an idle period ended that has not lowered the score yet; kRetires: idle for retire_ms; kSettled: neither.
enum class Idleness { kSettled, kDecays, kRetires };
[[nodiscard]] Idleness idleness(const DerivedRank& rank, LogTime now, const IdleRules& rules);

/// The first time after `now` at which an idle period of the memory ends or the memory retires. If it should have
/// retired at or before `now`: the time at which it should have.
[[nodiscard]] LogTime next_boundary(LogTime last_used, LogTime now, const IdleRules& rules);

struct RankedMemory {
  Uuid id;
  DerivedRank rank;
  bool touched = false;  ///< the current record read, changed or added the memory
};
/// Whether `a` is evicted before `b`: memories that this record did not touch first, then by lower score, earlier last
/// use, lower id.
[[nodiscard]] bool leaves_first(const RankedMemory& a, const RankedMemory& b);

}  // namespace turnstream::evidence
