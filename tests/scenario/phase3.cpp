#include "tests/scenario/phase3.h"

#include <algorithm>
#include <doctest/doctest.h>

namespace turnstream::scenario {

using Json = nlohmann::json;

std::vector<Json> events(Pipeline& pipeline, const std::string& topic, const std::string& type) {
  std::vector<Json> found;
  for (const Seen& seen : pipeline.read(pipeline.names().events(topic))) {
    if (seen.json().at("type") == type) {
      CHECK(seen.headers.at("kind") == seen.json().at("kind"));
      found.push_back(seen.json());
    }
  }
  return found;
}

void send(Pipeline& pipeline, int number, const std::string& kind, const Json& args, const std::string& persona) {
  pipeline.drain();
  pipeline.command(persona, {{"kind", kind},
                             {"command_id", "command " + std::to_string(number)},
                             {"persona_id", persona},
                             {"issued_by", "test"},
                             {"issued_at", "2026-01-01T10:00:00.000Z"},
                             {"caused_by", nullptr},
                             {"args", args}});
  pipeline.drain();
}

const std::vector<std::string>& stages() {
  static const std::vector<std::string> kStages{"episodic", "skill",         "semantic",
                                                "pattern",  "consolidation", "lifecycle"};
  return kStages;
}

std::map<std::string, int> removed_by(Pipeline& pipeline, const std::string& command_id) {
  std::map<std::string, int> removed;
  for (const std::string& stage : stages()) {
    for (const Json& completion : pipeline.completions(stage)) {
      if (completion["cause"]["id"] == command_id && completion["items_removed"] != 0) {
        removed[stage] += completion["items_removed"].get<int>();
      }
    }
  }
  return removed;
}

std::map<std::string, int> reported_for(Pipeline& pipeline, const std::string& command_id) {
  std::map<std::string, int> reported;
  for (const Json& report : events(pipeline, "maintenance", "forget_report")) {
    CHECK(report["command_id"] == command_id);
    for (const auto& [kind, count] : report["removed"].items()) {
      reported[report["stage"]] += count.get<int>();
    }
  }
  return reported;
}

int memories_with(Pipeline& pipeline, const std::string& word) {
  std::map<std::string, std::string> memories;
  for (const std::string& stage : stages()) {
    for (const Json& completion : pipeline.completions(stage)) {
      for (const Json& change : completion["changes"]) {
        const std::string key = change["kind"].get<std::string>() + change["id"].get<std::string>();
        if (change["op"] == "delete") {
          memories.erase(key);
        } else {
          memories[key] += change["value"].dump();
        }
      }
    }
  }
  return static_cast<int>(std::count_if(memories.begin(), memories.end(), [&](const auto& memory) {
    return memory.second.find(word) != std::string::npos;
  }));
}

}  // namespace turnstream::scenario
