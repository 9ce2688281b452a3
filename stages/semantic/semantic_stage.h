#pragma once
// The semantic stage, phase 2: facts with the intervals in which they hold and their confidence. README.md has the
// rules. Threads: any; the stage is immutable.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::semantic {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_semantic_stage();

}  // namespace turnstream::semantic
