#pragma once
// The pattern stage, phase 2: learns the instructions, preferences and habits that a user states, and what recurs in the user's
// turns. README.md has the rules. Threads: any; the stage is immutable.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::pattern {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_pattern_stage();

}  // namespace turnstream::pattern
