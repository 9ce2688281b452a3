#pragma once
// Idle time, and what it does to things whose score wears down: log time since the last use, counted in whole periods,
// exact to the millisecond. Threads: any; pure.

#include <cstdint>
#include <optional>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/derived_rows.h"

namespace turnstream::evidence {

inline constexpr std::int64_t kDayMs = 86'400'000;

struct IdleRules {
  std::int64_t period_ms = 30 * kDayMs;
  std::optional<std::int64_t> retire_ms;  ///< how long a thing may be idle at all
};

[[nodiscard]] std::int64_t idle_periods(LogTime last_used, LogTime now, const IdleRules& rules);

enum class Idleness { kSettled, kDecays, kRetires };
[[nodiscard]] Idleness idleness(const DerivedRank& rank, LogTime now, const IdleRules& rules);

/// The first time after `now` at which idle time changes something; not after `now` if it retires by then.
[[nodiscard]] LogTime next_boundary(LogTime last_used, LogTime now, const IdleRules& rules);

struct RankedMemory {
  Uuid id;
  DerivedRank rank;
  bool touched = false;  ///< in this very record
};
/// Of too many, whether `a` leaves before `b`: what was not touched, the lesser score, the longer unused, the lesser
/// id.
[[nodiscard]] bool leaves_first(const RankedMemory& a, const RankedMemory& b);

}  // namespace turnstream::evidence
