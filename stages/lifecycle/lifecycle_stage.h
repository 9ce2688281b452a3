#pragma once
// LifecycleStage: owns the items that episodic promoted, from then on: their strength, the archive, retention, quotas,
// checks of their references, and what is forgotten. README.md has the rules. Threads: any; it has no mutable members.

#include <memory>

#include "pipeline/stage_api/stage.h"

namespace turnstream::lifecycle {

[[nodiscard]] std::unique_ptr<stage_api::Stage> make_lifecycle_stage();

}  // namespace turnstream::lifecycle
