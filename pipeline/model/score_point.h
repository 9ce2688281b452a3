#pragma once
// ScorePoint: a score (integer of 10⁻⁶) and the event time from which on it held; a list of them is how a derived thing
// came to its present score. Threads: values.

#include <cstddef>
#include <cstdint>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

/// Derived things keep at most so many.
inline constexpr std::size_t kEvolutionMax = 32;

struct ScorePoint {
  EventTime at;
  std::int64_t score = 0;
  friend bool operator==(const ScorePoint&, const ScorePoint&) = default;
};

}  // namespace turnstream::model
