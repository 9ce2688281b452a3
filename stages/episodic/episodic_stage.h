#pragma once
// The episodic stage, phase 1: turns become items in a short-term ring; items are promoted to long-term memory or
// dropped, linked to each other and collected into episodes. It is the admission gate: later phases pass a record that
// it fails. README.md has the rules. Threads: any; the stage is immutable.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::episodic {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_episodic_stage();

}  // namespace turnstream::episodic
