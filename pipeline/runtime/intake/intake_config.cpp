#include "pipeline/runtime/intake/intake_config.h"

namespace turnstream::runtime {

std::vector<std::string> intake_topics(const IntakeConfig& config) {
  std::vector<std::string> topics = config.turns_topics;
  topics.push_back(config.names.commands());
  topics.push_back(config.names.shares());
  topics.push_back(config.names.effect_results());
  return topics;
}

}  // namespace turnstream::runtime
