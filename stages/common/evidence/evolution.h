#pragma once
// The evolution of a memory's score: its last model::kEvolutionMax changes, oldest first. Threads: any; pure.

#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/model/score_point.h"

namespace turnstream::evidence {

using Evolution = std::vector<model::ScorePoint>;

/// Appends the point and keeps the newest kEvolutionMax. Changes nothing if the last point has the same score.
void add_point(Evolution& evolution, const model::ScorePoint& point);

void write_evolution(ByteWriter& writer, const Evolution& evolution);
[[nodiscard]] Evolution read_evolution(ByteReader& reader);

}  // namespace turnstream::evidence
