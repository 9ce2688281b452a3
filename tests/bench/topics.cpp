#include "tests/bench/topics.h"

#include <unistd.h>

#include "pipeline/base/clock.h"
#include "pipeline/base/murmur2.h"
#include "tests/bench/job.h"

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
    specs.push_back({names.changelog(stage->info().name), partitions, log::Cleanup::kDelete, -1, -1, 0});
  }
  return client.admin().create_topics(specs, kTimeout);
}

Status write_turns(log::Client& client, const std::string& log_topic, int turns, int personas, std::int32_t partitions,
                   const std::function<void(int)>& pace) {
  TS_ASSIGN_OR_RETURN(const auto producer, client.make_producer("bench"));
  for (int i = 0; i < turns; ++i) {
    pace(i);
    const auto value = make_turn(i, personas);
    const auto persona = "persona-" + std::to_string(i % personas);
    const auto offset = std::to_string(i);
    const auto time = std::to_string(1'767'261'600'000 + i);
    const log::Header headers[] = {{"kind", "turn"},          {"log_time", time},        {"source_topic", "turns"},
                                   {"source_partition", "0"}, {"source_offset", offset}, {"trace_id", offset}};
    TS_RETURN_IF_ERROR(producer->produce({log_topic, partition_of_key(persona, partitions), persona, value, headers}));
  }
  return producer->flush(kTimeout);
}

std::string make_turn(int number, int personas) {
  std::string digits = std::to_string(number);
  const std::string id = "01JGFJJZ" + std::string(18 - digits.size(), '0') + digits;
  std::string text;
  while (text.size() < 1'150) {
    text += "Turn " + digits + " speaks of builds, tests and the weather of the week. ";
  }
  std::string turn = R"({"turn_id":")" + id + R"(","agent_id":"persona-)" + std::to_string(number % personas) +
                     R"(","timestamp":"2026-01-01T10:00:00Z","duration_ms":1200,"turn_data":{"user_input":")" + text +
                     R"(","assistant_response":")" + text +
                     R"(","urgency":"LOW","mode":"chat","parent_turn_id":null},"tool_executions":[{"tool_id":"grep",)"
                     R"("status":"success","inputs":{"pattern":"main"},"outputs":{"matches":3},"duration_ms":12,)"
                     R"("tokens_used":120,"error":null,"observations_added":[],"memory_writes":[]}],"observations":[{)"
                     R"("id":"o1","type":"observation","content":"the build passes","source":"ci","confidence":0.9,)"
                     R"("tags":["build"]}],"goal_updates":[],"action_updates":[],"errors":[],"warnings":[],"metadata":)"
                     R"({"tools_used":["grep"],"memory_types_accessed":[],"budget_used":1,"budget_total":9}})";
  return turn;
}

}  // namespace turnstream::bench
