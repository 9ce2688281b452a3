#pragma once
// ScorePoint: a score (integer of millionths) and the event time from which it held. A list of them is the history of
// a derived memory's score. Threads: values.

#include <cstddef>
#include <cstdint>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

/// The maximum number of score points in a derived memory.
inline constexpr std::size_t kEvolutionMax = 32;

struct ScorePoint {
  EventTime at;
  std::int64_t score = 0;
  friend bool operator==(const ScorePoint&, const ScorePoint&) = default;
};

}  // namespace turnstream::model
