#pragma once
// The choice of the best units of a session, or of the best lines of a day: those with high scores that do not say the
// same again. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/notes/score.h"
#include "stages/common/notes/word_statistics.h"

namespace turnstream::notes {

/// What a unit's score loses at most, if all its stems are in the chosen units. So a unit whose score is lower by more than
/// this is never chosen before another.
inline constexpr std::int64_t kRepetitionMax = kScoreOne;

/// The indexes of at most `units_max` units in the order of their choice; sort them for the order of the session. It is
/// greedy: each round takes the unit with the highest score, less 1 times the share of its stems (weighed by rarity) that
/// the chosen units have already; of equal ones the earlier. Takes time at most in proportion to units_max and the stems.
[[nodiscard]] std::vector<std::size_t> best_units(std::span<const ScoredUnit> units, std::size_t units_max);

/// A unit as the choice needs it. Its stems are numbers: those of the same stem are equal.
struct WeighedUnit {
  std::int64_t score = 0;
  std::span<const std::uint32_t> stems;
  std::span<const double> rarities;  ///< one for each stem, none negative
};

/// The same choice. All numbers of stems are below `stems`.
[[nodiscard]] std::vector<std::size_t> best_units(std::span<const WeighedUnit> units, std::size_t stems,
                                                  std::size_t units_max);

/// What a line of the daily log says, without its label: "I like boats." of "Ann, 1 January 2026: I like boats."
[[nodiscard]] std::string_view said_in(std::string_view line);

/// The indexes of at most `lines_max` lines, in ascending order: best_units() of the best unit of each line. A line
/// without a unit is never chosen. `statistics` hold what the lines say and what was before it.
[[nodiscard]] std::vector<std::size_t> best_lines(std::span<const std::string> lines, std::size_t lines_max,
                                                  const WordStatistics& statistics);

}  // namespace turnstream::notes
