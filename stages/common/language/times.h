#pragma once
// Times: which days a sentence means, from the day on which it is said: "last Friday", "two weeks ago", "in March", "next Tuesday",
// "on 12 May", "2026-05-12". Days are numbers of days since 1970-01-01 in UTC. Threads: any; pure.

#include <cstdint>
#include <optional>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// From the first day to the last day, both included.
struct DaySpan {
  std::int64_t first = 0;
  std::int64_t last = 0;
  friend bool operator==(const DaySpan&, const DaySpan&) = default;
};

/// On which side of the day of the turn a time is that could be on both: "on Friday", "in March", "12 May".
enum class Side { kPast, kFuture };

/// The first time in the sentence; absent if there is none, or only vague ones ("lately", "a few years ago"), and for
/// what began then and continues ("since May"). Example: said on Wednesday 2026-11-25, "last Friday" is 2026-11-20, and
/// "last week" the Monday to Sunday before.
[[nodiscard]] std::optional<DaySpan> time_in(Sentence sentence, std::int64_t today, Side side);

}  // namespace turnstream::language
