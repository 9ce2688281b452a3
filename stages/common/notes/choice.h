#pragma once
// The choice of the best units of a session: those with high scores that do not say the same again. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "stages/common/notes/score.h"

namespace turnstream::notes {

/// What a unit's score loses at most, if all its stems are in the chosen units. So a unit whose score is lower by more than
/// this is never chosen before another.
inline constexpr std::int64_t kRepetitionMax = kScoreOne;

/// The indexes of at most `units_max` units in the order of their choice; sort them for the order of the session. It is
/// greedy: each round takes the unit with the highest score, less 1 times the share of its stems (weighed by rarity) that
/// the chosen units have already; of equal ones the earlier. Takes time in proportion to units_max and the stems.
[[nodiscard]] std::vector<std::size_t> best_units(std::span<const ScoredUnit> units, std::size_t units_max);

}  // namespace turnstream::notes
