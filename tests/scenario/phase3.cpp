#include "tests/scenario/phase3.h"

#include <algorithm>
#include <doctest/doctest.h>
#include <set>

#include "pipeline/base/murmur2.h"
#include "pipeline/base/time_format.h"

namespace turnstream::scenario {

namespace {

using Json = nlohmann::json;

constexpr std::int64_t kStartMs = 1'767'261'600'000;  // 2026-01-01T10:00:00Z

/// How many items of the persona were new: each is put once by the turn that it comes from.
std::size_t new_items(Pipeline& pipeline, const std::string& persona) {
  std::set<std::string> ids;
  for (const Json& completion : pipeline.completions("episodic")) {
    for (const Json& change : completion["changes"]) {
      const bool is_put = completion["persona_id"] == persona && change["kind"] == "memory" && change["op"] == "put";
      if (is_put && change["value"]["provenance"]["turn_id"] == completion["turn_id"] &&
          change["value"]["recorded_at"] == completion["timestamp"]) {
        ids.insert(change["id"]);
      }
    }
  }
  return ids.size();
}

/// How many entries of working memory were forgotten before a pass handled them.
std::int64_t forgotten_entries(Pipeline& pipeline, const std::string& persona) {
  std::set<std::string> commands;
  for (const Json& report : events(pipeline, "maintenance", "forget_report")) {
    commands.insert(report["command_id"]);
  }
  std::set<std::string> waiting;
  std::int64_t forgotten = 0;
  for (const Json& completion : pipeline.completions("consolidation")) {
    for (const Json& change : completion["changes"]) {
      if (completion["persona_id"] != persona || change["kind"] != "working") {
        continue;
      }
      if (change["op"] == "put" && change["value"]["consolidated"] == false) {
        waiting.insert(change["id"]);
      } else if (change["op"] == "delete" && waiting.erase(change["id"]) != 0) {
        forgotten += static_cast<std::int64_t>(commands.count(completion["cause"]["id"].get<std::string>()));
      } else if (change["op"] == "patch" && change["value"].value("consolidated", false)) {
        waiting.erase(change["id"]);
      }
    }
  }
  return forgotten;
}

}  // namespace

const std::vector<Run>& runs() {
  static const std::vector<Run> kAll{
      {kCast, "fused"}, {kOtherCast, "phased"}, {kCast, "phased"}, {kOtherCast, "fused"}};
  static const std::vector<Run> kFew(kAll.begin(), kAll.begin() + 2);
  return cheap_pipelines() ? kAll : kFew;
}

void check_apart(const Cast& cast) {
  std::set<Partition> places;
  for (const std::string& persona : {cast.persona, cast.other, cast.third}) {
    places.insert(partition_of_key(persona, kPartitions));
  }
  REQUIRE(places.size() == 3);
}

std::string neighbour_of(const std::string& persona) {
  int number = 0;
  while (partition_of_key("beat" + std::to_string(number), kPartitions) != partition_of_key(persona, kPartitions)) {
    ++number;
  }
  return "beat" + std::to_string(number);
}

std::string at(int seconds) {
  return format_time(kStartMs + std::int64_t{seconds} * 1000);
}

std::string at(int hours, int minutes, int seconds) {
  return at((hours * 60 + minutes) * 60 + seconds);
}

Json turn_of(const std::string& persona, int number, const std::string& time, const std::string& session) {
  Json turn = empty_turn(number, "");
  turn["agent_id"] = persona;
  turn["timestamp"] = time;
  turn["session_id"] = session;
  return turn;
}

int second_of(Pipeline& pipeline, const Json& event) {
  for (const Seen& seen : pipeline.read(pipeline.names().log())) {
    if (event["log"]["partition"] == seen.partition && event["log"]["offset"] == seen.offset) {
      return static_cast<int>((std::stoll(seen.headers.at("log_time")) - kStartMs) / 1000);
    }
  }
  FAIL("the log has no record for " << event.dump());
  return 0;
}

void tick_through(Pipeline& pipeline, int first_s, int last_s) {
  pipeline.drain();
  for (int second = (first_s / kTickS + 1) * kTickS; second <= last_s; second += kTickS) {
    pipeline.tick(at(second));
  }
  pipeline.drain();
}

std::vector<Json> events_of(Pipeline& pipeline, const std::string& persona, const std::string& topic,
                            const std::string& type) {
  std::vector<Json> found = events(pipeline, topic, type);
  std::erase_if(found, [&](const Json& event) { return event["persona_id"] != persona; });
  return found;
}

void check_sums(Pipeline& pipeline, const std::string& persona) {
  CAPTURE(persona);
  std::map<std::string, std::int64_t> sums{{"processed", 0}, {"deleted", 0}, {"extracted", 0}, {"gone", 0}};
  for (const Json& pass : events_of(pipeline, persona, "consolidation", "pass")) {
    const auto count = [&](const char* name) { return pass[name].get<std::int64_t>(); };
    CHECK(count("processed") == count("deleted") + count("extracted") + count("merged") + count("gone"));
    for (auto& [name, sum] : sums) {
      sum += count(name.c_str());
    }
  }
  const Json stats = pipeline.things("consolidation", "stats", persona).at("working_memory");
  CHECK(stats["total_consolidated"] == sums["processed"]);
  CHECK(stats["total_ephemeral_deleted"] == sums["deleted"]);
  CHECK(stats["total_insights_extracted"] == sums["extracted"]);
  const std::int64_t forgotten = forgotten_entries(pipeline, persona) - sums["gone"];
  CHECK(stats["working_memory_count"] ==
        static_cast<std::int64_t>(new_items(pipeline, persona)) - sums["processed"] - forgotten);
}

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

void post(Pipeline& pipeline, int number, const std::string& kind, const Json& args, const std::string& persona) {
  pipeline.command(persona, {{"kind", kind},
                             {"command_id", "command " + std::to_string(number)},
                             {"persona_id", persona},
                             {"issued_by", "test"},
                             {"issued_at", "2026-01-01T10:00:00.000Z"},
                             {"caused_by", nullptr},
                             {"args", args}});
}

void send(Pipeline& pipeline, int number, const std::string& kind, const Json& args, const std::string& persona) {
  pipeline.drain();
  post(pipeline, number, kind, args, persona);
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
  std::map<std::string, Json> memories;
  for (const std::string& stage : stages()) {
    for (const Json& completion : pipeline.completions(stage)) {
      for (const Json& change : completion["changes"]) {
        const std::string key = change["kind"].get<std::string>() + change["id"].get<std::string>();
        if (change["op"] == "delete") {
          memories.erase(key);
        } else if (change["op"] == "put") {
          memories[key] = change["value"];
        } else {
          memories[key].update(change["value"]);
        }
      }
    }
  }
  return static_cast<int>(std::count_if(memories.begin(), memories.end(), [&](const auto& memory) {
    return memory.second.dump().find(word) != std::string::npos;
  }));
}

}  // namespace turnstream::scenario
