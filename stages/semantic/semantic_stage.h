#pragma once
// The semantic stage: what is true of a persona's world, when it was, and how sure one can be. README.md.
// Threads: any; the stage is immutable.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::semantic {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_semantic_stage();

}  // namespace turnstream::semantic
