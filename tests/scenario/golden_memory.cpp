// What the stages of phases 1 and 2 together derive from turns: items, skills, facts and patterns. The expected ids, numbers and
// times were computed by hand from the documented rules.
#include <doctest/doctest.h>

#include "pipeline/base/murmur2.h"
#include "pipeline/base/uuid5.h"
#include "tests/scenario/pipeline.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

/// The id of a derived memory, computed from its documented parts without the code of the product.
std::string id_of(const Texts& parts) {
  static const Uuid space = parse_uuid("5c981c69-c222-5c9b-948f-8c70724b75a6").value();
  return to_string(uuid5(space, Json(parts).dump()));
}

Json timed(Json turn, const std::string& timestamp) {
  turn["timestamp"] = timestamp;
  return turn;
}

Json observed_when(int number, const std::string& time, const std::string& text, double confidence = 1.0) {
  auto turn = empty_turn(number, time);
  turn["observations"] = Json::array({observation("o1", text)});
  turn["observations"][0]["confidence"] = confidence;
  return turn;
}

Json used(int number, const std::string& time, const std::vector<Json>& tools) {
  auto turn = empty_turn(number, time);
  turn["tool_executions"] = tools;
  return turn;
}

/// The derived memory whose field has that value.
Json find(const std::map<std::string, Json>& things, const std::string& field, const Json& value) {
  for (const auto& [id, thing] : things) {
    if (thing.at(field) == value) {
      CHECK(thing.at("id") == id);
      return thing;
    }
  }
  FAIL("nothing has " << field << " " << value);
  return {};
}

Json skill(Pipeline& pipeline, const Texts& sequence) {
  return find(pipeline.things("skill", "skill"), "sequence", sequence);
}

Json fact(Pipeline& pipeline, const std::string& text) {
  return find(pipeline.things("semantic", "fact"), "text", text);
}

/// Those in the partition of the persona.
std::vector<Seen> of_helper(Pipeline& pipeline, std::vector<Seen> seen) {
  const std::int32_t partition = partition_of_key("helper", pipeline.partitions()).value();
  std::erase_if(seen, [partition](const Seen& one) { return one.partition != partition; });
  return seen;
}

/// Every source of a derived memory is an item of the episodic stage that came from the first record of the persona's
/// partition of turns.
void check_provenance(Pipeline& pipeline, const std::map<std::string, Json>& things) {
  const auto items = pipeline.items();
  for (const auto& entry : things) {
    const Json& thing = entry.second;
    CAPTURE(thing.dump());
    REQUIRE_FALSE(thing.at("sources").empty());
    for (const auto& source : thing.at("sources")) {
      REQUIRE(items.count(source.at("id")) == 1);
      const auto& provenance = items.at(source.at("id")).at("provenance");
      CHECK(provenance.at("topic") == pipeline.turns_topic());
      CHECK(provenance.at("partition") == partition_of_key("helper", pipeline.partitions()).value());
      CHECK(provenance.at("offset") == 0);
    }
  }
}

}  // namespace

TEST_CASE("ids have the values that the documents show") {
  CHECK(id_of({"memory", "helper", "01JGFJJZ00000000000000000A", "/turn_data"}) ==
        "61e2e4d0-312c-5278-9766-75be294db30c");
  CHECK(id_of({"fact", "helper", "api port", "is", "8080"}) == "f8c14a7b-1eca-5bff-b481-c728ab48aa0c");
  CHECK(id_of({"skill", "helper", "search", "read"}) == "73b31898-5e9f-56b6-9607-e36c1c715027");
  CHECK(id_of({"pattern", "helper", "preference", "typescript"}) == "541d0125-c043-5d36-a218-9a0f8780b922");
}

TEST_CASE("every stage answers a first turn in phase order and its derived memories name the turn as their source") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = 8});
    auto turn = empty_turn(1, "10:00:00");
    turn["turn_data"]["user_input"] = "I prefer TypeScript for large codebases";
    turn["turn_data"]["assistant_response"] = "Noted.";
    turn["tool_executions"] = Json::array({tool("grep")});
    turn["observations"] = Json::array({observation("o1", "searched for tsconfig files in nine modules")});
    pipeline.publish(turn);
    pipeline.drain();

    const std::map<std::string, int> added{{"episodic", 3}, {"skill", 1},         {"semantic", 4},
                                           {"pattern", 1},  {"consolidation", 3}, {"lifecycle", 2}};
    std::map<std::string, std::int64_t> appended;
    for (const auto& entry : added) {
      const auto& stage = entry.first;
      const int count = entry.second;
      CAPTURE(stage);
      const auto seen = of_helper(pipeline, pipeline.read(pipeline.names().completions(stage)));
      REQUIRE(seen.size() == 2);  // the completion of the settings, with which every log begins, and that of the turn
      CHECK(seen[0].json()["cause"]["kind"] == "settings");
      const auto completion = seen[1].json();
      CHECK(completion["daemon_id"] == stage);
      CHECK(completion["status"] == "success");
      CHECK(completion["items_added"] == count);
      CHECK(completion["items_updated"] == 0);
      CHECK(completion["items_removed"] == 0);
      appended[stage] = seen[1].append_time_ms;
    }
    if (grouping == "phased") {  // fused stages write all six in one transaction
      CHECK(std::max(appended["episodic"], appended["skill"]) <= std::min(appended["semantic"], appended["pattern"]));
      CHECK(std::max(appended["semantic"], appended["pattern"]) <=
            std::min(appended["consolidation"], appended["lifecycle"]));
    }

    const auto items = pipeline.items();
    for (const std::string pointer : {"/turn_data", "/tool_executions/0", "/observations/0"}) {
      CHECK(items.count(id_of({"memory", "helper", ulid(1), pointer})) == 1);
    }
    const auto skills = pipeline.things("skill", "skill");
    CHECK(skill(pipeline, {"grep"})["id"] == id_of({"skill", "helper", "grep"}));
    CHECK(skill(pipeline, {"grep"})["capability"] == false);
    const auto facts = pipeline.things("semantic", "fact");
    CHECK(facts.count(id_of({"fact", "helper", "user", "prefers", "typescript for large codebases"})) == 1);
    const auto observed_text = find(facts, "text", "searched for tsconfig files in nine modules");
    CHECK(observed_text["subject"].is_null());
    CHECK(observed_text["confidence"] == 0.99);
    const auto notes = pipeline.things("semantic", "note");
    CHECK(find(notes, "text", "I prefer TypeScript for large codebases")["speaker"] == "user");
    CHECK(find(notes, "text", "searched for tsconfig files in nine modules")["speaker"] == "helper");
    const auto patterns = pipeline.things("pattern", "pattern");
    const auto preference = find(patterns, "key", "typescript");
    CHECK(preference["id"] == id_of({"pattern", "helper", "preference", "typescript"}));
    CHECK(preference["type"] == "preference");
    CHECK(preference["confidence"] == 0.7);
    for (const auto& things : {skills, facts, notes, patterns}) {
      check_provenance(pipeline, things);
    }
    for (const auto& [id, item] : items) {
      const bool promoted = item["type"] != "observation";
      CHECK(item["importance"] == (promoted ? 0.7 : 0.4));
      CHECK(item["tier"] == (promoted ? "long_term" : "short_term"));
      CHECK(item["consolidated_at"].is_null() == !promoted);
    }
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

TEST_CASE("a sequence that succeeds becomes a capability and failure and idle time lower its proficiency") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping});
    const double expected[] = {0.69, 0.78, 0.87};
    for (int i = 0; i < 3; ++i) {
      pipeline.publish(used(i + 1, "10:00:0" + std::to_string(i), {tool("search"), tool("read")}));
      pipeline.drain();
      for (const Texts& sequence : {Texts{"search", "read"}, Texts{"search"}, Texts{"read"}}) {
        CHECK(skill(pipeline, sequence)["proficiency"] == expected[i]);
        CHECK(skill(pipeline, sequence)["capability"] == (i == 2));
      }
    }
    CHECK(skill(pipeline, {"search", "read"})["id"] == "73b31898-5e9f-56b6-9607-e36c1c715027");
    pipeline.publish(used(4, "10:00:10", {tool("search"), tool("read", "failure")}));
    pipeline.drain();
    CHECK(skill(pipeline, {"search", "read"})["proficiency"] == 0.66);
    CHECK(skill(pipeline, {"search", "read"})["capability"] == true);
    for (int i = 0; i < 3; ++i) {
      pipeline.publish(used(5 + i, "10:00:2" + std::to_string(i), {tool("deploy", "failure")}));
    }
    for (int day = 2; day <= 31; ++day) {
      pipeline.tick("2026-01-" + std::string(day < 10 ? "0" : "") + std::to_string(day) + "T10:00:30Z");
    }
    pipeline.drain();
    CHECK(skill(pipeline, {"search", "read"})["proficiency"] == 0.627);
    CHECK(skill(pipeline, {"search", "read"})["capability"] == true);
    CHECK(skill(pipeline, {"search", "read"})["successes"] == 3);
    CHECK(skill(pipeline, {"search", "read"})["failures"] == 1);
    CHECK(skill(pipeline, {"deploy"})["proficiency"] == 0);
    for (const auto& completion : pipeline.completions("skill")) {
      for (const auto& change : completion["changes"]) {
        const bool is_deploy = change["id"] == id_of({"skill", "helper", "deploy"});
        CHECK_FALSE((is_deploy && change["value"].value("capability", false)));
      }
    }
  }
}

TEST_CASE("facts combine and supersede each other by event time and turns that recall a fact do not raise it") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping});
    pipeline.publish(observed_when(1, "10:00:00", "api port is 8080", 0.8));
    pipeline.publish(observed_when(2, "10:05:00", "api port is 8080", 0.8));
    pipeline.drain();
    CHECK(pipeline.things("semantic", "fact").size() == 1);
    CHECK(fact(pipeline, "api port is 8080")["id"] == "f8c14a7b-1eca-5bff-b481-c728ab48aa0c");
    CHECK(fact(pipeline, "api port is 8080")["confidence"] == 0.96);
    CHECK(fact(pipeline, "api port is 8080")["sources"].size() == 2);
    pipeline.publish(observed_when(3, "10:10:00", "api port is 9090", 0.8));
    pipeline.drain();
    CHECK(fact(pipeline, "api port is 9090")["current"] == true);
    CHECK(fact(pipeline, "api port is 8080")["current"] == false);
    CHECK(fact(pipeline, "api port is 8080")["validity"][0]["to"] == "2026-01-01T10:10:00.000Z");
    pipeline.publish(observed_when(4, "10:07:00", "api port is 7070", 0.8));
    pipeline.drain();
    const auto late = fact(pipeline, "api port is 7070");
    CHECK(late["current"] == false);
    CHECK(late["validity"] == Json::parse(R"([{"from":"2026-01-01T10:07:00.000Z","to":"2026-01-01T10:10:00.000Z"}])"));
    CHECK(fact(pipeline, "api port is 8080")["validity"] ==
          Json::parse(R"([{"from":"2026-01-01T10:00:00.000Z","to":"2026-01-01T10:07:00.000Z"}])"));
    CHECK(fact(pipeline, "api port is 9090")["current"] == true);

    const auto before = pipeline.things("semantic", "fact");
    const auto recalled = fact(pipeline, "api port is 9090")["id"];
    for (int i = 0; i < 1000; ++i) {
      const auto digits = std::to_string(1000 + i % 60 + i / 60 * 100).substr(2);
      auto turn = empty_turn(10 + i, "11:" + std::string(i < 600 ? "0" : "") + std::to_string(i / 60) + ":" + digits);
      turn["metadata"]["memories_recalled"] = Json::array({recalled});
      turn["turn_data"]["assistant_response"] = "As I remember, the api port is 9090.";
      pipeline.publish(turn);
    }
    pipeline.drain();
    CHECK(pipeline.things("semantic", "fact") == before);
    CHECK(pipeline.answer("semantic", ulid(1009))["status"] == "success");
  }
}

TEST_CASE("a habit stated on three days is one habit with rising confidence") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping});
    for (int day = 1; day <= 3; ++day) {
      auto turn = timed(empty_turn(day, ""), "2026-01-0" + std::to_string(day) + "T10:00:00Z");
      turn["turn_data"]["user_input"] = "always run the tests";
      pipeline.publish(turn);
    }
    pipeline.drain();
    const auto habit = find(pipeline.things("pattern", "pattern"), "type", "habit");
    Json confidences = Json::array();
    for (const auto& completion : pipeline.completions("pattern")) {
      for (const auto& change : completion["changes"]) {
        if (change["id"] == habit["id"]) {
          confidences.push_back(change["value"]["confidence"]);
        }
      }
    }
    CHECK(confidences == Json(std::vector<double>{0.6, 0.68, 0.744}));
    CHECK(habit["occurrences"] == 3);
    CHECK(habit["id"] == id_of({"pattern", "helper", "habit", habit["key"]}));
  }
}

}  // namespace turnstream::scenario
