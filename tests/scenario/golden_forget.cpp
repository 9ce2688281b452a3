// What remains of a turn that is forgotten: in all stages, in what was shared with others, in topics written from then on and in
// local state. On eight partitions, phased and fused.
#include <doctest/doctest.h>
#include <set>

#include "tests/scenario/outputs.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

/// A turn with the word in what the user says and in an observation with the tag typescript.
Json secret_turn(const Cast& cast) {
  Json turn = turn_of(cast.persona, 1, at(0));
  turn["turn_data"]["user_input"] =
      "I prefer TypeScript. My boat is called " + cast.word + " since the regatta in May.";
  turn["turn_data"]["assistant_response"] = "Noted.";
  Json tagged = observation("o1", "The " + cast.word + " compiler needs strict null checks since May");
  tagged["tags"] = {"typescript"};
  turn["observations"] = Json::array({std::move(tagged)});
  turn["tool_executions"] = Json::array({tool("grep")});
  return turn;
}

Json other_turn(const Cast& cast) {
  Json turn = turn_of(cast.persona, 2, at(20), "s2");
  turn["turn_data"]["user_input"] = "My sister Anna moved to Porto last month.";
  return turn;
}

std::string item_at(Pipeline& pipeline, const std::string& persona, const std::string& pointer) {
  for (const auto& [id, item] : pipeline.things("episodic", "memory", persona)) {
    if (item["provenance"]["pointer"] == pointer) {
      return id;
    }
  }
  FAIL("no item of " << pointer);
  return {};
}

/// `<stage> <kind>` of the memories of the persona that contain the word.
std::set<std::string> kinds_with(Pipeline& pipeline, const std::string& persona, const std::string& word) {
  std::set<std::string> found;
  for (const std::string& stage : stages()) {
    std::map<std::pair<std::string, std::string>, Json> memories;  // by kind and id
    for (const Json& completion : pipeline.completions(stage)) {
      for (const Json& change : completion["changes"]) {
        const std::pair<std::string, std::string> key{change["kind"], change["id"]};
        if (change["op"] == "delete") {
          memories.erase(key);
        } else if (completion["persona_id"] == persona) {
          memories[key].update(change["value"]);
        }
      }
    }
    for (const auto& [key, memory] : memories) {
      if (memory.dump().find(word) != std::string::npos) {
        found.insert(stage + " " + key.first);
      }
    }
  }
  return found;
}

/// The ids of the commands with which consolidation takes shared insights back, as the reports of forget name them.
Texts unshares_of(Pipeline& pipeline) {
  Texts ids;
  for (const Json& report : events(pipeline, "maintenance", "forget_report")) {
    for (const Json& id : report.value("unshares", Json::array())) {
      ids.push_back(id);
    }
  }
  return ids;
}

int sum_of(const std::map<std::string, int>& counts) {
  int sum = 0;
  for (const auto& [stage, count] : counts) {
    sum += count;
  }
  return sum;
}

/// What the six completions of a command delete.
int deletes_in(Pipeline& pipeline, const std::string& command_id) {
  int deletes = 0;
  for (const std::string& stage : stages()) {
    for (const Json& completion : pipeline.completions(stage)) {
      for (const Json& change : completion["changes"]) {
        const bool counts = change["kind"] != "stats" && change["kind"] != "session";
        deletes += completion["cause"]["id"] == command_id && change["op"] == "delete" && counts ? 1 : 0;
      }
    }
  }
  return deletes;
}

/// The reports, the completions and the unshares agree about what was removed. Two insights were shared.
void check_sum(Pipeline& pipeline, const std::string& command_id) {
  const auto removed = removed_by(pipeline, command_id);
  const bool agree = reported_for(pipeline, command_id) == removed;
  CHECK(agree);
  CHECK(deletes_in(pipeline, command_id) == sum_of(removed));
  const Texts unshares = unshares_of(pipeline);
  REQUIRE(unshares.size() == 1);
  const auto taken_back = removed_by(pipeline, unshares[0]);
  CHECK(taken_back == std::map<std::string, int>{{"consolidation", 2}});
}

void check_erased(Pipeline& pipeline, const Json& turn) {
  pipeline.publish(turn);
  pipeline.drain();
  for (const std::string& stage : stages()) {
    CAPTURE(stage);
    const auto again = pipeline.answer(stage, turn["turn_id"]);
    CHECK(again["status"] == "partial");
    CHECK(again["error"]["code"] == "erased");
    CHECK(again["changes"].empty());
  }
  CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
}

/// The summaries of the insights of insights.
Texts metas_of(Pipeline& pipeline, const std::string& persona) {
  Texts summaries;
  for (const auto& [id, insight] : pipeline.things("consolidation", "insight", persona)) {
    if (insight["type"] == "meta") {
      summaries.push_back(insight["summary"]);
    }
  }
  return summaries;
}

/// Twelve observations each about cranes and roses, and in a turn of its own an important one about a crane with the word.
void observe_groups(Pipeline& pipeline, const Cast& cast) {
  Json turn = turn_of(cast.persona, 1, at(0));
  for (int i = 0; i < 24; ++i) {
    const std::string name = "k" + std::to_string(i);
    Json one = observation(name, i % 2 == 0 ? "Crane " + name + " lifts a crate from the dock of the harbour"
                                            : "Rose " + name + " grows along the southern wall of the garden");
    one["tags"] = i % 2 == 0 ? Json{"crane", "harbour"} : Json{"rose", "garden"};
    turn["observations"].push_back(std::move(one));
  }
  pipeline.publish(turn);
  Json secret = turn_of(cast.persona, 2, at(10));
  secret["observations"] =
      Json::array({observation("s", "Crane " + cast.word + " lifts a crate from the dock of the harbour")});
  secret["observations"][0]["tags"] = {"crane", "harbour"};
  secret["observations"][0]["importance"] = 0.9;
  pipeline.publish(secret);
}

}  // namespace

TEST_CASE("forgetting a turn leaves no trace of it in any stage or topic or row or in what was shared") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    check_apart(cast);
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    pipeline.tick(at(0));
    send(pipeline, 1, "grant", {{"target", cast.other}, {"tags", {"typescript"}}}, cast.persona);
    pipeline.publish(secret_turn(cast));
    pipeline.publish(other_turn(cast));
    send(pipeline, 2, "sweep", {{"passes", {"consolidate", "topics", "flush"}}}, cast.persona);
    CHECK(kinds_with(pipeline, cast.persona, cast.word) ==
          std::set<std::string>{"consolidation daily", "consolidation insight", "consolidation topic",
                                "consolidation working", "episodic memory", "lifecycle memory", "semantic fact",
                                "semantic note"});
    CHECK(kinds_with(pipeline, cast.other, cast.word) == std::set<std::string>{"consolidation insight"});
    CHECK(pipeline.things("consolidation", "insight", cast.third).empty());

    const Ends before = ends_of(pipeline);
    const std::string item = item_at(pipeline, cast.persona, "/turn_data");
    send(pipeline, 3, "forget", {{"ids", Json::array({item, ulid(1)})}}, cast.persona);
    check_sum(pipeline, "command 3");
    check_erased(pipeline, secret_turn(cast));
    CHECK(kinds_with(pipeline, cast.other, cast.word).empty());
    CHECK(memories_with(pipeline, cast.word) == 0);
    CHECK(memories_with(pipeline, "Porto") > 0);
    const Texts places = places_with(pipeline, cast.word, before);
    CHECK(places == Texts{});
    check_sums(pipeline, cast.persona);
  }
}

TEST_CASE("forgetting a source takes the insight of insights that rests on it and leaves the others") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    observe_groups(pipeline, cast);
    send(pipeline, 1, "sweep", {{"passes", {"consolidate"}}}, cast.persona);
    tick_through(pipeline, 10, 60);
    CHECK(metas_of(pipeline, cast.persona).empty());
    pipeline.tick(at(24, 1, 0));
    pipeline.drain();
    const Texts metas = metas_of(pipeline, cast.persona);
    REQUIRE(metas.size() == 2);
    const bool first_has_word = metas[0].find(cast.word) != std::string::npos;
    CHECK(metas[first_has_word ? 0 : 1].find(cast.word) != std::string::npos);

    const Ends before = ends_of(pipeline);
    send(pipeline, 2, "forget", {{"ids", Json::array({ulid(2)})}}, cast.persona);
    CHECK(metas_of(pipeline, cast.persona) == Texts{metas[first_has_word ? 1 : 0]});
    CHECK(memories_with(pipeline, cast.word) == 0);
    const Texts places = places_with(pipeline, cast.word, before);
    CHECK(places == Texts{});
    check_sums(pipeline, cast.persona);
  }
}

TEST_CASE("forgetting a merged item and its twin leaves neither of them") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    for (int number = 1; number <= 2; ++number) {
      Json turn = turn_of(cast.persona, number, at(number * 10), "s" + std::to_string(number));
      turn["observations"] =
          Json::array({observation("o1", "The " + cast.word + " leaves the harbour of Porto at nine")});
      turn["observations"][0]["importance"] = 0.8;
      pipeline.publish(turn);
    }
    send(pipeline, 1, "sweep", {{"passes", {"consolidate", "topics"}}}, cast.persona);
    const auto merges = events_of(pipeline, cast.persona, "maintenance", "merge");
    REQUIRE(merges.size() == 1);
    const std::string kept = merges[0]["kept"];
    const std::string twin = merges[0]["merged"][0];
    const auto items = pipeline.things("lifecycle", "memory", cast.persona);
    REQUIRE(items.size() == 1);
    CHECK(items.at(kept)["occurrences"] == 2);

    const Ends before = ends_of(pipeline);
    send(pipeline, 2, "forget", {{"ids", Json::array({twin})}}, cast.persona);
    CHECK(pipeline.things("lifecycle", "memory", cast.persona).empty());
    send(pipeline, 3, "forget", {{"ids", Json::array({kept, ulid(1), ulid(2)})}}, cast.persona);
    CHECK(memories_with(pipeline, cast.word) == 0);
    const Texts places = places_with(pipeline, cast.word, before);
    CHECK(places == Texts{});
    check_sums(pipeline, cast.persona);
  }
}

TEST_CASE("a command that names one of two turns that said the same takes it from both stages of memory that lasts") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    for (const int named : {1, 2}) {
      CAPTURE(run.grouping);
      CAPTURE(named);
      Pipeline pipeline({.grouping = run.grouping, .partitions = kPartitions});
      for (int number = 1; number <= 2; ++number) {
        Json turn = turn_of(cast.persona, number, at(number * 10), "s" + std::to_string(number));
        turn["turn_data"]["user_input"] = "My boat " + cast.word + " leaves the harbour of Porto at nine.";
        turn["observations"] =
            Json::array({observation("o1", "The " + cast.word + " leaves the harbour of Porto at nine")});
        turn["observations"][0]["importance"] = 0.8;
        pipeline.publish(turn);
      }
      pipeline.drain();
      CHECK(kinds_with(pipeline, cast.persona, cast.word).count("consolidation working") == 1);
      const Ends before = ends_of(pipeline);
      send(pipeline, 1, "forget", {{"ids", Json::array({ulid(named)})}}, cast.persona);
      tick_through(pipeline, 30, 20 * 60);
      CHECK(memories_with(pipeline, cast.word) == 0);
      for (const std::string& place : places_with(pipeline, cast.word, before)) {
        // Episodes, sentences that may become notes, and counts of words rest on turns, and the other turn is not named.
        const bool is_of_turns = place.find("episodic") != std::string::npos ||
                                 place.find("semantic") != std::string::npos ||
                                 place.find("pattern") != std::string::npos;
        CHECK_MESSAGE(is_of_turns, place);
      }
      check_sums(pipeline, cast.persona);
    }
  }
}

}  // namespace turnstream::scenario
