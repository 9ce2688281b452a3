#pragma once
// Ring: the units of a running session from which its notes of record are chosen; and the choice. A unit is scored once. Later
// only the part of its score that the rarities make is computed again, because what is rare changes with each message. So the
// choice is that of notes::best_units() over notes::score_session() at each moment. The stems of the units stand in one list, each
// once, with the number of messages that hold it: a turn raises the counts of what it says, and looks up only new stems.
// ring_row.h reads and writes it. Threads: values; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/common/notes/score.h"
#include "stages/semantic/notes/candidates.h"

namespace turnstream::semantic {

/// The note of record for which a unit stands.
struct Holding {
  Uuid id{};
  std::uint64_t number = 0;  ///< KeptNote::number; another one: that note has left
};

struct RingUnit {
  std::uint64_t number = 0;  ///< in the session, in order: unit_number()
  std::int64_t rest = 0;     ///< the score without the part of the rarities
  std::uint64_t words = 0;
  std::size_t first_stem = 0;      ///< its stems: of Ring::places those from here on
  std::size_t stems = 0;           ///< how many it has
  std::int64_t score = 0;          ///< set by hear()
  std::optional<Holding> holding;  ///< absent: the unit is not among the best
};

struct RingStem {
  notes::Stem stem{};
  std::uint64_t holding = 0;  ///< how many messages hold it
};

struct Ring {
  /// The most units in a ring. Of more, those with the lowest scores leave.
  static constexpr std::size_t kUnitsMax = 64;

  std::uint64_t heard = 0;    ///< how many units joined
  std::uint64_t turns = 0;    ///< how many turns had units that joined
  LogTime last;               ///< Input::log_time of the last turn
  std::uint64_t counted = 0;  ///< the number of messages that the counts in `stems` count
  Talk talk;                  ///< what the last messages leave for the next turn
  std::vector<RingUnit> units;
  std::vector<RingStem> stems;        ///< each once, in the order in which they came; of units that left, too
  std::vector<std::uint32_t> places;  ///< in `stems`: those of the stems of each unit, in ascending order of these
  std::vector<double> rarities;       ///< set by hear(): one for each of `places`
};

/// A unit that joins a ring.
struct NewUnit {
  RingUnit unit;  ///< without stems and score
  notes::Stems stems;
};

/// The number of a unit: that of its turn, counted from 0 in the session, and the unit's place in the turn, which is below
/// kCandidatesMax.
[[nodiscard]] constexpr std::uint64_t unit_number(std::uint64_t turn, std::uint64_t place) {
  return turn * kCandidatesMax + place;
}
[[nodiscard]] constexpr std::uint64_t turn_of_unit(std::uint64_t number) {
  return number / kCandidatesMax;
}

/// Whether the unit of the ring has these stems.
[[nodiscard]] bool has_stems(const Ring& ring, const RingUnit& unit, const notes::Stems& stems);

/// Joins the units, and computes the scores of all by the statistics as they are now. `counted`: what this turn added to them.
void hear(Ring& ring, const std::vector<NewUnit>& joining, const notes::WordStatistics& statistics,
          const Counted& counted);

/// Removes and returns the units that are not chosen as long as the others are there, and those beyond Ring::kUnitsMax. A
/// unit loses at most notes::kRepetitionMax for repetition, so one whose score is lower by more than that than the score of
/// `best` others is never chosen; half as much again is left for what rarities can change. Precondition: hear().
[[nodiscard]] std::vector<RingUnit> drop_hopeless(Ring& ring, std::size_t best);

/// The places in `ring.units` of the best `best` units, in ascending order. Precondition: hear().
[[nodiscard]] std::vector<std::size_t> best_places(const Ring& ring, std::size_t best);

}  // namespace turnstream::semantic
