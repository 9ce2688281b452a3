// What consolidation and lifecycle make of what the other stages remember, on eight partitions, phased and fused. The
// expected numbers were computed by hand from the documented rules.
#include <doctest/doctest.h>

#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

constexpr std::int32_t kPartitions = 8;

/// A turn with `count` observations; every other one is ephemeral. No text is like another.
Json many(int turn_number, int first, int count) {
  auto turn = empty_turn(turn_number, "10:0" + std::to_string(turn_number / 2) + ":00");
  for (int i = first; i < first + count; ++i) {
    const std::string word = std::string(1, static_cast<char>('a' + i % 26)) + "x" + std::to_string(i);
    auto one =
        observation("o" + std::to_string(i), "The " + word + " parser reads table " + word + " of customer " + word);
    one["ephemeral"] = i % 2 == 0;
    turn["observations"].push_back(std::move(one));
  }
  return turn;
}

std::string time_text(int minutes, int seconds = 0) {
  const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return "2026-01-01T" + two(10 + minutes / 60) + ":" + two(minutes % 60) + ":" + two(seconds) + "Z";
}

}  // namespace

TEST_CASE("working memory rests at seven hundred entries and one more brings a pass of one hundred") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    for (int turn = 0; turn < 7; ++turn) {
      pipeline.publish(many(turn, turn * 100, 100));
    }
    auto other = many(9, 0, 100);
    other["agent_id"] = "teacher";
    pipeline.publish(other);
    pipeline.drain();
    pipeline.tick(time_text(10));
    pipeline.tick(time_text(14));
    pipeline.drain();
    CHECK(events(pipeline, "consolidation", "pass").empty());

    auto last = empty_turn(10, "10:14:10");
    last["observations"] = {observation("o", "The last parser reads the ledger of the harbour office")};
    pipeline.publish(last);
    pipeline.drain();
    pipeline.tick(time_text(14, 30));
    pipeline.drain();
    const auto passes = events(pipeline, "consolidation", "pass");
    REQUIRE(passes.size() == 1);
    CHECK(passes[0]["persona_id"] == "helper");
    CHECK(passes[0]["trigger"] == "pressure");
    CHECK(passes[0]["processed"] == 100);
    CHECK(passes[0]["deleted"] == 50);
    CHECK(passes[0]["extracted"] == 50);
    CHECK(passes[0]["fallbacks"] == 0);
    const Json& stats = passes[0]["stats"];
    CHECK(stats["working_memory_count"] == 601);
    CHECK(stats["memory_pressure"] == 0.601);
    CHECK(stats["total_consolidated"] == 100);
    CHECK(stats["total_ephemeral_deleted"] == 50);
    CHECK(stats["total_insights_extracted"] == 50);

    const auto insights = events(pipeline, "insights", "extracted");
    REQUIRE(insights.size() == 50);
    const auto working = pipeline.things("consolidation", "working");
    for (const Json& insight : insights) {
      CHECK(insight["derived_by"]["method"] == "extractive");
      REQUIRE(insight["sources"].size() == 1);
      const std::string source = insight["sources"][0]["id"];
      CHECK(working.count(source) == 1);
    }
    CHECK(pipeline.things("consolidation", "insight").size() == 50);
    pipeline.tick(time_text(15));
    pipeline.drain();
    CHECK(events(pipeline, "consolidation", "pass").size() == 1);
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

TEST_CASE("items are promoted and decay into the archive and an access brings them back") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    auto turn = empty_turn(1, "10:00:00");
    turn["observations"] = {observation("o1", "The ferry to the islands leaves at nine")};
    pipeline.publish(turn);
    pipeline.drain();
    const std::string id = pipeline.items().begin()->first;
    Json ids = Json::array();
    for (int i = 0; i < 15; ++i) {
      ids.push_back(id);
    }
    send(pipeline, 1, "access", {{"ids", ids}});
    pipeline.tick("2026-01-01T10:01:00Z");
    pipeline.drain();
    CHECK(pipeline.things("lifecycle", "memory").at(id)["importance"] == 0.6);

    pipeline.tick("2026-02-06T10:01:00Z");
    pipeline.drain();
    CHECK(events(pipeline, "maintenance", "archive").empty());
    pipeline.tick("2026-02-07T10:01:30Z");
    pipeline.drain();
    REQUIRE(events(pipeline, "maintenance", "archive").size() == 1);
    CHECK(pipeline.things("lifecycle", "memory").at(id)["tier"] == "archived");

    send(pipeline, 2, "access", {{"ids", Json::array({id})}});
    REQUIRE(events(pipeline, "maintenance", "restore").size() == 1);
    CHECK(pipeline.things("lifecycle", "memory").at(id)["tier"] == "long_term");
  }
}

TEST_CASE("a forget command removes what every stage made of a turn and the reports add up") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    auto turn = empty_turn(1, "10:00:00");
    turn["turn_data"]["user_input"] =
        std::string("I prefer TypeScript and my boat is called ") + kNonsense + " since May.";
    turn["observations"] = {observation("o1", "The " + kNonsense + " needs a new anchor before the regatta in June")};
    turn["tool_executions"] = {tool("grep")};
    pipeline.publish(turn);
    auto next = empty_turn(2, "10:00:20");
    next["turn_data"]["user_input"] = "My sister Anna moved to Porto last month.";
    pipeline.publish(next);
    send(pipeline, 1, "sweep", {{"passes", Json::array({"consolidate"})}});
    REQUIRE(pipeline.things("consolidation", "insight").size() == 3);
    send(pipeline, 2, "forget", {{"ids", Json::array({ulid(1)})}});
    pipeline.publish(turn);
    pipeline.drain();

    const auto removed = removed_by(pipeline, "command 2");
    const bool agree = reported_for(pipeline, "command 2") == removed;
    CHECK(agree);
    CHECK(removed.at("lifecycle") == 2);
    CHECK(removed.at("semantic") >= 2);
    CHECK(memories_with(pipeline, kNonsense) == 0);
    CHECK(memories_with(pipeline, "Porto") > 0);
    CHECK(pipeline.things("consolidation", "insight").size() == 1);
    for (const std::string& stage : stages()) {
      CAPTURE(stage);
      const auto again = pipeline.answer(stage, ulid(1));
      CHECK(again["status"] == "partial");
      CHECK(again["error"]["code"] == "erased");
      CHECK(again["changes"].empty());
    }
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

}  // namespace turnstream::scenario
