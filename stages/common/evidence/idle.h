#pragma once
// Idle time: the log time since a memory was last used, in milliseconds. An idle period is a fixed length of it: after
// each, the memory decays. Threads: any; pure.

#include <cstdint>
#include <optional>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/common/evidence/derived_rows.h"

namespace turnstream::evidence {

inline constexpr std::int64_t kDayMs = 86'400'000;

struct IdleRules {
  std::int64_t period_ms = 30 * kDayMs;
  std::optional<std::int64_t> retire_ms;  ///< a memory that is idle for this long is removed; absent: no memory retires
};

[[nodiscard]] std::int64_t idle_periods(LogTime last_used, LogTime now, const IdleRules& rules);

/// kRetires: idle for retire_ms or longer; else kDecays: more periods ended than rank.idle_periods; else kSettled.
enum class Idleness { kSettled, kDecays, kRetires };
[[nodiscard]] Idleness idleness(const DerivedRank& rank, LogTime now, const IdleRules& rules);

/// The first time after `now` at which an idle period of the memory ends or the memory retires. If the time at which it
/// retires is `now` or earlier: that time.
[[nodiscard]] LogTime next_boundary(LogTime last_used, LogTime now, const IdleRules& rules);

struct RankedMemory {
  Uuid id;
  DerivedRank rank;
  bool touched = false;  ///< find() or add() was called for the memory in this call of the stage
};
/// Whether `a` is evicted before `b`: an untouched memory before a touched one, then by lower score, earlier last use,
/// lower id.
[[nodiscard]] bool leaves_first(const RankedMemory& a, const RankedMemory& b);

}  // namespace turnstream::evidence
