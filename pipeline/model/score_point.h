#pragma once
// ScorePoint: a score (integer of millionths) and the event time of the change to it. A list is the evolution of a
// skill or pattern. Threads: values.

#include <cstddef>
#include <cstdint>

#include "pipeline/base/strong_type.h"

namespace turnstream::model {

/// The maximum number of score points in one evolution.
inline constexpr std::size_t kEvolutionMax = 32;

struct ScorePoint {
  EventTime at;
  std::int64_t score = 0;
  friend bool operator==(const ScorePoint&, const ScorePoint&) = default;
};

}  // namespace turnstream::model
