#pragma once
// PipelineShape: the stages that exist; StageInfo::upstream says how they depend on each other. app/ fills it from the
// stages that it links, because the runtime has no code for a particular stage.
// Threads: do not change it after the first worker has started. Lifetime: borrows the stages.

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
