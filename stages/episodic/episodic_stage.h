#pragma once
// The episodic stage, phase 1: turns become items in a short-term ring, which lead to long-term memory or are dropped;
// items are linked and gathered into episodes. It is the admission gate: what it refuses, later phases do not see.
// README.md says the rules. Threads: immutable; any.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::episodic {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_episodic_stage();

}  // namespace turnstream::episodic
