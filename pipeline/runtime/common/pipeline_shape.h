#pragma once
// PipelineShape: which stages exist, and how they depend on each other. app/ makes it once from the stages that it
// links; the runtime itself has no code for a particular stage.
// Threads: immutable after construction. Lifetime: borrows the stages.

#include <string_view>
#include <vector>

#include "pipeline/stage_api/stage.h"

namespace turnstream::runtime {

struct PipelineShape {
  std::vector<const stage_api::Stage*> stages;  ///< in phase order

  [[nodiscard]] const stage_api::Stage* find(std::string_view name) const {
    for (const auto* stage : stages) {
      if (stage->info().name == name) {
        return stage;
      }
    }
    return nullptr;
  }
};

}  // namespace turnstream::runtime
