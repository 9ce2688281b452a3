// Which stages run as one consumer group.
#include <algorithm>

#include "pipeline/runtime/supervisor.h"

namespace turnstream::runtime {

Result<std::vector<StageGroup>> make_groups(const PipelineShape& shape, const std::vector<std::string>& stages,
                                            const std::string& grouping) {
  std::vector<const stage_api::Stage*> chosen;
  for (const auto* stage : shape.stages) {
    const bool named = std::find(stages.begin(), stages.end(), stage->info().name) != stages.end();
    if (named || std::find(stages.begin(), stages.end(), "all") != stages.end()) {
      chosen.push_back(stage);
    }
  }
  std::vector<StageGroup> groups;
  if (grouping == "phased") {
    for (const auto* stage : chosen) {
      groups.push_back({stage->info().name, {stage}});
    }
  } else if (!chosen.empty()) {
    if (chosen.size() != shape.stages.size()) {
      return Error{"bad_setting",
                   Reaction::kStopProcess,
                   "A fused group runs all stages; to run some of them here use --grouping phased.",
                   {},
                   {}};
    }
    groups.push_back({"fused", chosen});
  }
  return groups;
}

}  // namespace turnstream::runtime
