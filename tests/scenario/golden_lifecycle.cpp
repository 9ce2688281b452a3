// What time does to long-term items, on eight partitions, phased and fused: decay, archive, stale references, a silence of
// hours, an import of old turns. The expected numbers were computed by hand from the documented rules.
#include <doctest/doctest.h>

#include "pipeline/base/murmur2.h"
#include "tests/scenario/effects.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

constexpr int kDayS = 86'400;
constexpr int kHourS = 3'600;

Json observed_by(const std::string& persona, int number, int second, const std::string& text) {
  Json turn = turn_of(persona, number, at(second));
  turn["observations"] = Json::array({observation("o" + std::to_string(number), text)});
  return turn;
}

Json kept(Pipeline& pipeline, const std::string& persona, const std::string& id) {
  return pipeline.things("lifecycle", "memory", persona).at(id);
}

/// Counts so many accesses of the item, each by a command of its own.
void access(Pipeline& pipeline, const std::string& persona, const std::string& id, int count) {
  pipeline.drain();
  for (int i = 0; i < count; ++i) {
    static int number = 100;
    post(pipeline, ++number, "access", {{"ids", Json::array({id})}}, persona);
  }
  pipeline.drain();
}

/// One observation of .8 that refers to the file.
Json referring(const std::string& persona, int number, const std::string& text, const std::string& path) {
  Json turn = observed_by(persona, number, 0, text);
  turn["observations"][0]["importance"] = 0.8;
  turn["observations"][0]["references"] = {path};
  return turn;
}

Json file(const std::string& path, const Json& modified_at) {
  return {{"path", path}, {"exists", !modified_at.is_null()}, {"modified_at", modified_at}};
}

std::string item_with(Pipeline& pipeline, const std::string& persona, const std::string& word) {
  for (const auto& [id, item] : pipeline.things("lifecycle", "memory", persona)) {
    if (item["content"].get<std::string>().find(word) != std::string::npos) {
      return id;
    }
  }
  FAIL("no item has " << word);
  return {};
}

/// The log times of the ticks in the persona's partition.
Texts ticks_of(Pipeline& pipeline, const std::string& persona) {
  Texts times;
  for (const Seen& seen : pipeline.read(pipeline.names().log())) {
    if (seen.partition == partition_of_key(persona, kPartitions).value() && seen.headers.at("kind") == "tick") {
      times.push_back(seen.json()["time"]);
    }
  }
  return times;
}

/// 712 entries of working memory and 24 messages of the persona, within half a minute.
void fill_memory(Pipeline& pipeline, const std::string& persona) {
  for (int turn_number = 0; turn_number < 7; ++turn_number) {
    Json turn = turn_of(persona, 10 + turn_number, at(1));
    for (int i = turn_number * 100; i < (turn_number + 1) * 100; ++i) {
      const std::string name = "k" + std::to_string(i);
      turn["observations"].push_back(observation(name, "Crate " + name + " waits at dock " + name));
    }
    pipeline.publish(turn);
  }
  for (int i = 0; i < 12; ++i) {
    Json turn = turn_of(persona, 20 + i, at(2 + i));
    turn["turn_data"]["user_input"] = "My cousin number " + std::to_string(i) + " moved to Porto in May.";
    turn["turn_data"]["assistant_response"] = "I booked hotel number " + std::to_string(i) + " in Lisbon for June.";
    pipeline.publish(turn);
  }
  pipeline.drain();
}

/// A turn of May 2023 with a chat, a failed tool and observations of little importance.
Json old_turn(const std::string& persona, int number) {
  const std::string name = "n" + std::to_string(number);
  Json turn = turn_of(persona, number, "2023-05-08T1" + std::to_string(number % 10) + ":00:00Z");
  turn["turn_data"]["user_input"] = "My cousin " + name + " moved to house " + name + " in Porto.";
  turn["tool_executions"] = Json::array({tool("deploy-" + name, "failure")});
  turn["observations"] = {observation("a" + name, "Crate " + name + " waits at dock " + name + " for the ferry"),
                          observation("b" + name, "The lamp " + name + " of room " + name + " is broken again")};
  turn["observations"][1]["importance"] = 0.2;
  return turn;
}

}  // namespace

TEST_CASE("fifteen accesses promote an item that rests 36 days and is archived after 37 and an access restores it") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    const std::string& persona = cast.persona;
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    pipeline.publish(observed_by(persona, 1, 0, "The ferry " + cast.word + " leaves for the islands at nine"));
    pipeline.drain();
    const std::string id = pipeline.things("episodic", "memory", persona).begin()->first;
    access(pipeline, persona, id, 14);
    tick_through(pipeline, 0, 150);
    CHECK(pipeline.things("lifecycle", "memory", persona).empty());
    access(pipeline, persona, id, 1);
    tick_through(pipeline, 150, 300);
    const Json before = kept(pipeline, persona, id);
    CHECK(before["importance"] == 0.6);
    CHECK(before["access_count"] == 15);
    CHECK(before["tier"] == "long_term");

    pipeline.tick(at(36 * kDayS + 300));
    pipeline.drain();
    CHECK(events(pipeline, "maintenance", "archive").empty());
    pipeline.tick(at(37 * kDayS + 300));
    pipeline.drain();
    const auto archived = events(pipeline, "maintenance", "archive");
    REQUIRE(archived.size() == 1);
    CHECK(archived[0]["persona_id"] == persona);
    CHECK(archived[0]["items"] == Json::array({id}));
    CHECK(kept(pipeline, persona, id)["tier"] == "archived");
    CHECK(kept(pipeline, persona, id)["content"] == before["content"]);

    access(pipeline, persona, id, 1);
    REQUIRE(events(pipeline, "maintenance", "restore").size() == 1);
    CHECK(kept(pipeline, persona, id)["tier"] == "long_term");
    CHECK(kept(pipeline, persona, id)["content"] == before["content"]);
    CHECK(kept(pipeline, persona, id)["access_count"] == 16);
  }
}

TEST_CASE("an item whose file was deleted is stale until the file is found whole") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    const std::string& persona = cast.persona;
    const std::string gone = cast.persona == kCast.persona ? "a.md" : "plans/harbour.txt";
    Pipeline pipeline({.grouping = grouping,
                       .partitions = kPartitions,
                       .memory_settings = R"({"lifecycle":{"check_references":true}})"});
    pipeline.publish(referring(persona, 1, "The plan of " + cast.word + " has nine pages", gone));
    pipeline.publish(referring(persona, 2, "The harbour office keeps its ledger in Porto", "b.md"));
    send(pipeline, 1, "sweep", {{"passes", Json::array({"consolidate"})}}, persona);
    const std::string id = item_with(pipeline, persona, cast.word);
    const auto requests = requests_of(pipeline, persona);
    REQUIRE(requests.size() == 2);
    CHECK(requests[0].json["kind"] == "stat");
    CHECK(requests[0].json["stage"] == "lifecycle");
    CHECK(requests[0].json["purpose"] == "references");
    CHECK(requests[0].json["items"] == Json::array({id}));
    CHECK(requests[0].json["request"] == Json{{"paths", Json::array({gone})}});
    CHECK(requests[0].json["request_hash"] == hash_of(requests[0]));
    respond(pipeline, requests[0], {{"paths", {file(gone, nullptr)}}});
    respond(pipeline, requests[1], {{"paths", {file("b.md", at(-60))}}});
    const auto checks = events_of(pipeline, persona, "maintenance", "stale_check");
    REQUIRE(checks.size() == 2);
    CHECK(checks[0]["stale_paths"] == Json::array({gone}));
    CHECK(checks[0]["items"] == Json::array({id}));
    CHECK(checks[1]["stale_paths"].empty());
    CHECK(kept(pipeline, persona, id)["confidence"] == "stale");
    CHECK(kept(pipeline, persona, item_with(pipeline, persona, "ledger"))["confidence"] == "verified");
    int stale_insights = 0;  // a derived memory is as stale as its sources
    for (const auto& [insight_id, insight] : pipeline.things("consolidation", "insight", persona)) {
      stale_insights += kept(pipeline, persona, insight["sources"][0]["id"])["confidence"] == "stale" ? 1 : 0;
    }
    CHECK(stale_insights == 1);

    pipeline.tick(at(kDayS + 7200));
    pipeline.tick(at(2 * kDayS + 7200));
    pipeline.drain();
    const auto again = requests_of(pipeline, persona);
    REQUIRE(again.size() > 2);
    respond(pipeline, again.back(), {{"paths", {file(gone, at(-60)), file("b.md", at(-60))}}});
    CHECK(kept(pipeline, persona, id)["confidence"] == "verified");
  }
}

TEST_CASE("a silence of five hours is one tick at which due timers fire once and no open request expires") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    const std::string asking = neighbour_of(cast.persona);
    Pipeline pipeline(
        {.grouping = grouping, .partitions = kPartitions, .memory_settings = R"({"model":{"name":"small-1"}})"});
    pipeline.publish(observed_by(asking, 1, 0, "Ann moved the " + cast.word + " to Porto in May"));
    send(pipeline, 1, "sweep", {{"passes", Json::array({"consolidate"})}}, asking);
    REQUIRE(requests_of(pipeline, asking).size() == 1);
    pipeline.settings({{"model", {{"name", ""}}}});
    pipeline.drain();
    fill_memory(pipeline, cast.persona);
    CHECK(ticks_of(pipeline, cast.persona).empty());

    pipeline.publish(turn_of(cast.persona, 50, at(5 * kHourS + 10)));
    pipeline.drain();
    CHECK(ticks_of(pipeline, cast.persona) == Texts{at(5 * kHourS)});
    const auto check_once = [&] {
      REQUIRE(events(pipeline, "consolidation", "pass").size() == 1);
      CHECK(events(pipeline, "consolidation", "pass")[0]["processed"] == 100);
      CHECK(events(pipeline, "consolidation", "flush").size() == 1);
      CHECK(events(pipeline, "consolidation", "flush")[0]["messages"] == 20);
      CHECK(cancels_of(pipeline, asking).empty());
    };
    check_once();
    tick_through(pipeline, 5 * kHourS, 5 * kHourS + 30);
    check_once();
    reply(pipeline, requests_of(pipeline, asking)[0], R"([{"index":0,"type":"ephemeral"}])");
    const auto passes = events_of(pipeline, asking, "consolidation", "pass");
    REQUIRE(passes.size() == 1);
    CHECK(passes[0]["deleted"] == 1);
    CHECK(passes[0]["fallbacks"] == 0);
  }
}

TEST_CASE("an import of turns of 2023 loses nothing in its first hour") {
  for (const Run& run : runs()) {
    const Cast& cast = run.cast;
    const std::string& grouping = run.grouping;
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    pipeline.tick(at(0));
    pipeline.drain();
    for (int number = 0; number < 15; ++number) {
      pipeline.publish(old_turn(cast.persona, number));
    }
    pipeline.drain();
    send(pipeline, 1, "sweep", Json::object(), cast.persona);
    tick_through(pipeline, 0, kHourS);
    send(pipeline, 2, "sweep", Json::object(), cast.persona);
    CHECK(pipeline.items().size() == 60);
    for (const auto& [id, item] : pipeline.items()) {
      CHECK(item["timestamp"].get<std::string>().substr(0, 4) == "2023");
      CHECK(item["recorded_at"] == at(0));
    }
    for (const std::string& stage : stages()) {
      for (const Json& completion : pipeline.completions(stage)) {
        for (const Json& change : completion["changes"]) {
          // The notes of a session are its best sentences so far: a better one takes the place of another.
          const bool lasts = change["op"] != "delete" || change["kind"] == "note";
          CHECK_MESSAGE(lasts, change.dump());
        }
      }
    }
    CHECK(pipeline.read(pipeline.names().events("maintenance")).empty());
    CHECK(pipeline.things("consolidation", "insight").size() == 60);
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

}  // namespace turnstream::scenario
