#include "pipeline/runtime/intake/intake_config.h"

namespace turnstream::runtime {

std::vector<std::string> intake_topics(const IntakeConfig& config) {
  std::vector<std::string> topics = config.turns_topics;
  topics.push_back(config.names.commands());
  topics.push_back(config.names.shares());
  topics.push_back(config.names.effect_results());
  return topics;
}

std::vector<Asker> askers_of(const PipelineShape& shape) {
  std::vector<Asker> askers;
  for (const auto* stage : shape.stages) {
    for (const auto& setting : stage->info().asks_with) {
      askers.push_back({stage->info().name, setting});
    }
  }
  return askers;
}

}  // namespace turnstream::runtime
