// Turns with ULIDs and the same turns with UUIDs: all stages make the same memory of both, up to ids, and repeats,
// conflicts, forget and recall find a turn by either.
#include <algorithm>
#include <doctest/doctest.h>
#include <regex>

#include "pipeline/codec/ids.h"
#include "tests/scenario/phase3.h"
#include "tests/scenario/recalled.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;
using TurnIds = std::string (*)(int);

constexpr int kTurnsOfIds = 9;
constexpr int kUnseen = 9;  ///< the number of the turn that is forgotten before it comes

/// What the user says in the turns from 1 on. Turn 7 says what turn 1 said.
const Texts& said_by_user() {
  static const Texts kSaid{
      "I prefer TypeScript for large codebases.",  "My boat is called " + kNonsense + " since the regatta.",
      "My sister Anna moved to Porto last month.", "The api port is 8080.",
      "Always run the linter before a commit.",    "We decided to keep the old gateway until spring.",
      "I prefer TypeScript for large codebases.",  "I work at a bakery in Leipzig.",
      "The harbour office closes at noon."};
  return kSaid;
}

Json spoken(int number, TurnIds ids) {
  const std::string text = said_by_user().at(static_cast<std::size_t>(number - 1));
  Json turn = turn_of("helper", number, at(number * 20), number < 6 ? "s1" : "s2");
  turn["turn_id"] = ids(number);
  turn["turn_data"]["parent_turn_id"] = number > 1 ? Json(ids(number - 1)) : Json();
  turn["turn_data"]["user_input"] = text;
  turn["turn_data"]["assistant_response"] = "Noted.";
  turn["tool_executions"] = {tool("grep"), tool("read", number % 4 == 0 ? "failure" : "success")};
  turn["observations"] = Json::array({observation("o" + std::to_string(number), "Seen in turn: " + text)});
  turn["observations"][0]["importance"] = 0.8;
  return turn;
}

std::string item_of_turn(const std::string& turn_id, const std::string& pointer) {
  return to_string(codec::memory_id("helper", turn_id, pointer));
}

std::string in_capitals(std::string id) {
  std::transform(id.begin(), id.end(), id.begin(),
                 [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return id;
}

/// Turns, passes, commands that name a turn, an item and a turn that has not come, and turns that come again.
void live_with(Pipeline& pipeline, TurnIds ids) {
  for (int number = 1; number < kUnseen; ++number) {
    pipeline.publish(spoken(number, ids));
  }
  send(pipeline, 1, "sweep", {{"passes", {"consolidate", "topics", "flush"}}});
  tick_through(pipeline, 180, 600);
  send(pipeline, 2, "forget", {{"ids", {ids(2)}}});
  send(pipeline, 3, "forget", {{"ids", {item_of_turn(ids(4), "/turn_data")}}});
  send(pipeline, 4, "forget", {{"ids", {ids(kUnseen)}}});
  for (const int number : {2, 3, 4, kUnseen}) {
    pipeline.publish(spoken(number, ids));
  }
  Json conflict = spoken(5, ids);
  conflict["turn_data"]["user_input"] = "Never run the linter.";
  pipeline.publish(conflict);
  pipeline.drain();
  pipeline.tick(at(2, 0, 0));
  pipeline.drain();
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t place = text.find(from); place != std::string::npos; place = text.find(from, place + to.size())) {
    text.replace(place, from.size(), to);
  }
  return text;
}

/// With the elements of arrays in order of their texts, and without offsets, between which a log may have markers.
Json sorted(const Json& value) {
  if (value.is_object()) {
    Json object = Json::object();
    for (const auto& [name, member] : value.items()) {
      object[name] = name == "offset" ? Json(0) : sorted(member);
    }
    return object;
  }
  if (!value.is_array()) {
    return value;
  }
  std::vector<Json> elements;
  std::transform(value.begin(), value.end(), std::back_inserter(elements), sorted);
  std::sort(elements.begin(), elements.end(), [](const Json& a, const Json& b) { return a.dump() < b.dump(); });
  return elements;
}

/// What the stages wrote, by topic, with the numbers of turns in place of their ids and one word in place of other UUIDs.
std::map<std::string, Texts> outcome_up_to_ids(Pipeline& pipeline, TurnIds ids) {
  static const std::regex kOffset("at offset [0-9]+");
  static const std::regex kUuid("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  std::map<std::string, std::string> topics{{"dead-letters", pipeline.names().dead_letters()}};
  for (const std::string& stage : stages()) {
    topics[stage] = pipeline.names().completions(stage);
  }
  for (const char* topic : {"consolidation", "insights", "maintenance"}) {
    topics[topic + std::string("-events")] = pipeline.names().events(topic);
  }
  std::map<std::string, Texts> outcome;
  for (const auto& [name, topic] : topics) {
    for (const Seen& seen : pipeline.read(topic)) {
      std::string text = replaced(seen.json().dump(), pipeline.turns_topic(), "turns");
      for (int number = 1; number <= kTurnsOfIds; ++number) {
        text = replaced(std::move(text), ids(number), "turn " + std::to_string(number));
      }
      text = std::regex_replace(text, kOffset, "at offset 0");
      Json record = Json::parse(std::regex_replace(text, kUuid, "id"));
      record.erase("attempts");
      record.erase("duration_ms");
      outcome[name].push_back(sorted(record).dump());
    }
    std::sort(outcome[name].begin(), outcome[name].end());
  }
  return outcome;
}

void check_same(const std::map<std::string, Texts>& one, const std::map<std::string, Texts>& other) {
  REQUIRE(one.size() == other.size());
  for (const auto& topic : one) {
    INFO("topic " << topic.first);
    const Texts& records = topic.second;
    const Texts& others = other.at(topic.first);
    REQUIRE(records.size() == others.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      CHECK(records[i] == others[i]);
    }
  }
}

/// What each stage says of the turns that came again.
void check_repeats(Pipeline& pipeline, TurnIds ids) {
  for (const std::string& stage : stages()) {
    CAPTURE(stage);
    for (const int number : {2, kUnseen}) {
      CAPTURE(number);
      const Json answer = pipeline.answer(stage, ids(number));
      CHECK(answer["status"] == "partial");
      CHECK(answer["error"]["code"] == "erased");
      CHECK(answer["changes"].empty());
    }
    CHECK(pipeline.answer(stage, ids(3))["duplicate_of"].is_object());
  }
  CHECK(pipeline.answer("episodic", ids(4))["error"]["code"] == "erased");  // It made the item that was named.
  CHECK(pipeline.answer("episodic", ids(5))["error"]["code"] == "turn_id_conflict");
  const std::vector<Seen> letters = pipeline.read(pipeline.names().dead_letters());
  REQUIRE_FALSE(letters.empty());
  CHECK(std::all_of(letters.begin(), letters.end(),
                    [&](const Seen& letter) { return letter.headers.at("dl_turn_id") == ids(5); }));
}

/// By its owner: lifecycle, if episodic has promoted it.
bool is_deleted(Pipeline& pipeline, const std::string& item) {
  const std::vector<Json> completions = pipeline.completions("lifecycle");
  return pipeline.items().count(item) == 0 ||
         std::any_of(completions.begin(), completions.end(), [&](const Json& completion) {
           return std::any_of(completion["changes"].begin(), completion["changes"].end(),
                              [&](const Json& change) { return change["id"] == item && change["op"] == "delete"; });
         });
}

}  // namespace

TEST_CASE("all stages make the same memory of turns with UUIDs as of turns with ULIDs up to ids") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    std::map<std::string, Texts> outcomes[2];
    for (const bool has_uuids : {false, true}) {
      CAPTURE(has_uuids);
      const TurnIds ids = has_uuids ? uuid : ulid;
      Pipeline pipeline({.grouping = grouping});
      live_with(pipeline, ids);
      check_repeats(pipeline, ids);
      CHECK(memories_with(pipeline, kNonsense) == 0);
      CHECK(memories_with(pipeline, "Porto") > 0);
      const Json made = pipeline.answer("episodic", ids(1))["changes"];
      CHECK(std::any_of(made.begin(), made.end(),
                        [&](const Json& change) { return change["id"] == item_of_turn(ids(1), "/turn_data"); }));
      CHECK(is_deleted(pipeline, item_of_turn(ids(4), "/turn_data")));
      outcomes[has_uuids ? 1 : 0] = outcome_up_to_ids(pipeline, ids);
    }
    check_same(outcomes[0], outcomes[1]);
  }
}

TEST_CASE("a UUID in capitals is refused as the id of a turn and understood in a command") {
  Pipeline pipeline;
  Json capitals = spoken(1, uuid);
  capitals["turn_id"] = in_capitals(uuid(1));
  pipeline.publish(capitals);
  pipeline.publish(spoken(2, uuid));
  pipeline.drain();
  const std::vector<Seen> letters = pipeline.read(pipeline.names().dead_letters());
  REQUIRE(letters.size() == 1);
  CHECK(letters[0].headers.at("dl_reason") == "schema");
  CHECK(letters[0].headers.at("dl_pointer") == "/turn_id");
  CHECK(letters[0].headers.at("dl_rule") == "pattern");
  CHECK(letters[0].headers.at("dl_message").find("small letters") != std::string::npos);
  CHECK(memories_with(pipeline, kNonsense) > 0);
  send(pipeline, 1, "forget", {{"ids", {in_capitals(uuid(2))}}});
  CHECK(memories_with(pipeline, kNonsense) == 0);
  pipeline.publish(spoken(2, uuid));
  pipeline.drain();
  CHECK(pipeline.answer("episodic", uuid(2))["error"]["code"] == "erased");
  CHECK(pipeline.answer("lifecycle", uuid(2))["error"]["code"] == "erased");
}

TEST_CASE("recall waits for a turn by its UUID and shows nothing of it after a forget by that UUID") {
  Pipeline pipeline;
  store::MemoryStore store;
  Recalled recalled(pipeline, store);
  for (const int number : {1, 2, 7}) {
    pipeline.publish(spoken(number, uuid));
  }
  pipeline.drain();
  recalled.follow();
  const Json answer = recalled.ask(
      {{"persona_id", "helper"}, {"query", "boat"}, {"kinds", {"message"}}, {"after_turn", in_capitals(uuid(2))}});
  CHECK(answer.at("results").at(0).at("provenance").at("turn_id") == uuid(2));
  const std::string message = answer.at("results").at(0).at("id");
  CHECK(recalled.memory("helper", message).at("id") == message);

  send(pipeline, 1, "forget", {{"ids", {uuid(2)}}});
  recalled.follow();
  CHECK(recalled.ask({{"persona_id", "helper"}, {"query", kNonsense}}).at("results").empty());
  CHECK(rows_with(store, kNonsense) == 0);
  CHECK_FALSE(recalled.ask({{"persona_id", "helper"}, {"query", "TypeScript"}}).at("results").empty());
}

}  // namespace turnstream::scenario
