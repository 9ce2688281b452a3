#pragma once
// The skill stage, phase 1: learns from the tools of each turn which tools and sequences of tools an agent handles
// well. README.md has the rules. Threads: any; the stage is immutable.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::skill {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_skill_stage();

}  // namespace turnstream::skill
