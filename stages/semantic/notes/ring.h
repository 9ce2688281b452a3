#pragma once
// Ring: the units of a running session from which its notes of record are chosen, as one row; and the choice. A unit is scored
// once. Later only the part of its score that the rarities make is computed again, because what is rare changes with each
// message. So the choice is that of notes::best_units() over notes::score_session() at each moment. Threads: values; pure.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
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
  std::uint64_t number = 0;        ///< in the session, in order
  std::int64_t rest = 0;           ///< the score without the part of the rarities
  notes::ScoredUnit unit;          ///< without text and features; rescore() sets rarities and score
  std::optional<Holding> holding;  ///< absent: the unit is not among the best
};

struct Ring {
  /// The most units in a ring. Of more, those with the lowest scores leave.
  static constexpr std::size_t kUnitsMax = 64;

  std::uint64_t heard = 0;  ///< the number of the next unit
  LogTime last;             ///< Input::log_time of the last turn
  AskedQuestion asked;      ///< by the agent in the last message
  std::vector<RingUnit> units;
};

[[nodiscard]] std::string encode_ring(const Ring& ring);
/// Error: bad_state().
Result<Ring> decode_ring(std::string_view bytes);

/// Computes the scores by the statistics as they are now.
void rescore(Ring& ring, const notes::WordStatistics& statistics);

/// Removes and returns the units that are not chosen as long as the others are there, and those beyond Ring::kUnitsMax. A
/// unit loses at most notes::kRepetitionMax for repetition, so one whose score is lower by more than that than the score of
/// `best` others is never chosen; half as much again is left for what rarities can change. Precondition: rescore().
[[nodiscard]] std::vector<RingUnit> drop_hopeless(Ring& ring, std::size_t best);

/// The places in `ring.units` of the best `best` units, in ascending order. Precondition: rescore().
[[nodiscard]] std::vector<std::size_t> best_places(Ring& ring, std::size_t best);

}  // namespace turnstream::semantic
