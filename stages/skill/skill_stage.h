#pragma once
// The skill stage, phase 1: learns from the tools of each turn which of them, alone and in sequence, an agent handles
// well. README.md says the rules. Threads: immutable; any.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::skill {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_skill_stage();

}  // namespace turnstream::skill
