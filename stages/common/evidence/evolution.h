#pragma once
// How a derived thing's score came about: its last model::kEvolutionMax changes, oldest first. Threads: any; pure.

#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/model/score_point.h"

namespace turnstream::evidence {

using Evolution = std::vector<model::ScorePoint>;

/// Nothing changes where the score is the last one.
void add_point(Evolution& evolution, const model::ScorePoint& point);

void write_evolution(ByteWriter& writer, const Evolution& evolution);
[[nodiscard]] Evolution read_evolution(ByteReader& reader);

}  // namespace turnstream::evidence
