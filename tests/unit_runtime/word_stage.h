#pragma once
// WordStage: a stage whose instructions are the words of a turn (partition.h lists them); one for each role of the
// pipeline.
// Threads: immutable.

#include <memory>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

/// The six stages by phase: episodic (admits) and skill; semantic and pattern; consolidation and lifecycle.
std::vector<std::unique_ptr<stage_api::Stage>> make_word_stages();

}  // namespace turnstream::runtime
