#include "pipeline/runtime/common/stage_group.h"

#include <algorithm>

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
      return make_error(error_codes::kBadSetting, Reaction::kStopProcess,
                        "A fused group runs all stages; to run some of them here use --grouping phased.");
    }
    groups.push_back({"fused", chosen});
  }
  return groups;
}

std::vector<std::string> input_topics(const StageGroup& group, const model::TopicNames& names,
                                      const std::string& log_topic) {
  std::vector<std::string> topics{log_topic};
  for (const auto* stage : group.stages) {
    for (const auto& upstream : stage->info().upstream) {
      const auto inside = [&](const stage_api::Stage* other) { return other->info().name == upstream; };
      const auto topic = names.completions(upstream);
      if (std::none_of(group.stages.begin(), group.stages.end(), inside) &&
          std::find(topics.begin(), topics.end(), topic) == topics.end()) {
        topics.push_back(topic);
      }
    }
  }
  return topics;
}

}  // namespace turnstream::runtime
