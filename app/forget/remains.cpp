#include "app/forget/remains.h"

#include "pipeline/model/topic_names.h"

namespace turnstream::app {

std::vector<Remains> remains_after(const settings::Settings& settings, std::int64_t now_ms) {
  const settings::TopicsSettings& topics = settings.topics;
  const model::TopicNames names(topics.name_space);
  const auto until = [&](std::int64_t retention_ms) {
    return retention_ms < 0 ? std::nullopt : std::optional(now_ms + retention_ms);
  };
  std::string turns;
  for (const std::string& topic : settings.intake.turns_topics) {
    turns += topic + ", ";
  }
  return {{turns + names.log() + ", " + names.completions("*"), until(topics.retention_ms)},
          {names.events("consolidation") + ", " + names.events("insights") + ", " + names.dead_letters(),
           until(topics.retention_ms)},
          {names.effect_requests() + ", " + names.effect_results() + ", " + names.shares(),
           until(topics.commands_retention_ms)},
          {names.changelog("*"), until(topics.delete_retention_ms)}};
}

}  // namespace turnstream::app
