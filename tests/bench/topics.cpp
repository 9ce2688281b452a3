#include "tests/bench/topics.h"

#include <unistd.h>

#include "pipeline/base/clock.h"
#include "pipeline/base/murmur2.h"
#include "tests/bench/made_turn.h"

namespace turnstream::bench {

model::TopicNames fresh_names(const std::string& prefix) {
  static int count = 0;
  return model::TopicNames(prefix + "-" + std::to_string(getpid()) + "-" + std::to_string(++count) + "-" +
                           std::to_string(SystemClock().wall_now().value()));
}

Status create_topics(log::Client& client, const model::TopicNames& names, const runtime::PipelineShape& shape,
                     std::int32_t partitions) {
  std::vector<log::TopicSpec> specs;
  for (const auto& topic : {names.log(), names.dead_letters(), names.events("consolidation"), names.events("insights"),
                            names.events("maintenance"), names.events("copy")}) {
    specs.push_back({topic, partitions, log::Cleanup::kDelete, -1, -1, 0});
  }
  for (const auto* stage : shape.stages) {
    specs.push_back({names.completions(stage->info().name), partitions, log::Cleanup::kDelete, -1, -1, 0});
    specs.push_back({names.changelog(stage->info().name), partitions, log::Cleanup::kCompact, -1, 604'800'000, 0});
  }
  return client.admin().create_topics(specs, kTimeout);
}

Result<std::vector<log::TopicInfo>> topics_of(log::Client& client, const std::string& name_space) {
  TS_ASSIGN_OR_RETURN(std::vector<log::TopicInfo> topics, client.admin().topics(kTimeout));
  std::erase_if(topics, [&](const log::TopicInfo& topic) {
    return !topic.name.starts_with(name_space + ".") && topic.name != name_space + "-turns";
  });
  return topics;
}

Status delete_topics_of(log::Client& client, const std::string& name_space) {
  TS_ASSIGN_OR_RETURN(const auto topics, topics_of(client, name_space));
  std::vector<std::string> names;
  for (const auto& topic : topics) {
    names.push_back(topic.name);
  }
  return names.empty() ? Status() : client.admin().delete_topics(names, kTimeout);
}

Status write_turns(log::Client& client, const std::string& log_topic, const TurnRange& turns, std::int32_t partitions,
                   const Pace& pace) {
  TS_ASSIGN_OR_RETURN(const auto producer, client.make_producer("bench"));
  for (int i = 0; i < turns.count; ++i) {
    pace(i);
    const int number = turns.first + i;
    const auto value = make_turn(number, turns.personas);
    const auto persona = made_persona(number, turns.personas);
    const auto offset = std::to_string(number);
    const auto time = std::to_string(1'767'261'600'000 + number);
    const log::Header headers[] = {{"kind", "turn"},          {"log_time", time},        {"source_topic", "turns"},
                                   {"source_partition", "0"}, {"source_offset", offset}, {"trace_id", offset}};
    TS_RETURN_IF_ERROR(producer->produce({log_topic, partition_of_key(persona, partitions), persona, value, headers}));
  }
  return producer->flush(kTimeout);
}

}  // namespace turnstream::bench
