// Sharing between two personas of different partitions, phased and fused: grant, revoke, access, forget.
#include <doctest/doctest.h>

#include "pipeline/base/murmur2.h"
#include "tests/scenario/phase3.h"

namespace turnstream::scenario {
namespace {

using Json = nlohmann::json;

/// The insights that the persona has.
std::vector<Json> insights_of(Pipeline& pipeline, const std::string& persona) {
  std::vector<Json> found;
  for (const auto& [id, insight] : pipeline.things("consolidation", "insight")) {
    if (insight["persona_id"] == persona) {
      found.push_back(insight);
    }
  }
  return found;
}

/// A turn of helper: one observation with the nonsense word and the tag typescript, one with another tag.
Json turn_to_share() {
  auto turn = empty_turn(1, "10:00:00");
  auto tagged = observation("o1", "The " + kNonsense + " compiler needs strict null checks since May");
  tagged["tags"] = {"typescript"};
  auto other = observation("o2", "The harbour office moved its ledger to Porto in June");
  other["tags"] = {"harbour"};
  turn["observations"] = {std::move(tagged), std::move(other)};
  return turn;
}

/// The commands that consolidation sent to other personas, in order.
std::vector<Json> words(Pipeline& pipeline) {
  std::vector<Json> found;
  for (const Seen& seen : pipeline.read(pipeline.names().shares())) {
    found.push_back(seen.json());
    CHECK(seen.key == seen.json()["persona_id"]);
    CHECK(seen.headers.at("kind") == seen.json()["kind"]);
  }
  return found;
}

const Json kGrant{{"target", "teacher"}, {"tags", {"typescript"}}};

}  // namespace

TEST_CASE("a granted insight reaches a persona of another partition and a revoke takes it back") {
  REQUIRE(partition_of_key("helper", kPartitions) != partition_of_key("teacher", kPartitions));
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    pipeline.tick("2026-01-01T10:00:00Z");  // so that the teacher's partition has a time
    pipeline.publish(turn_to_share());
    send(pipeline, 1, "sweep", {{"passes", Json::array({"consolidate"})}});
    REQUIRE(insights_of(pipeline, "helper").size() == 2);
    CHECK(words(pipeline).empty());

    send(pipeline, 2, "grant", kGrant);
    const auto received = insights_of(pipeline, "teacher");
    REQUIRE(received.size() == 1);
    CHECK(received[0]["type"] == "shared");
    CHECK(received[0]["source_persona_id"] == "helper");
    CHECK(received[0]["summary"].get<std::string>().find(kNonsense) != std::string::npos);
    REQUIRE(events(pipeline, "insights", "shared").size() == 1);
    CHECK(events(pipeline, "insights", "shared")[0] == received[0]);
    CHECK(pipeline.things("consolidation", "grant").at("teacher")["tags"] == kGrant["tags"]);

    auto next = empty_turn(2, "10:00:20");
    next["observations"] = Json::array({observation("o3", "The bundler rejects circular imports of the shop")});
    next["observations"][0]["tags"] = {"TypeScript"};
    pipeline.publish(next);
    send(pipeline, 3, "sweep", {{"passes", Json::array({"consolidate"})}});
    CHECK(insights_of(pipeline, "teacher").size() == 2);

    send(pipeline, 4, "access", {{"ids", Json::array({received[0]["id"]})}}, "teacher");
    for (const auto& [id, insight] : pipeline.things("consolidation", "insight")) {
      CHECK(insight["access_count"] == (id == received[0]["id"] ? 1 : 0));
    }
    send(pipeline, 5, "revoke", {{"target", "teacher"}});
    CHECK(insights_of(pipeline, "teacher").empty());
    CHECK(insights_of(pipeline, "helper").size() == 3);
    CHECK(pipeline.things("consolidation", "grant").empty());
    CHECK(words(pipeline).size() == 3);
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

TEST_CASE("forgetting a turn takes back what was shared of it and the sum counts the shared copy") {
  for (const std::string grouping : {"fused", "phased"}) {
    CAPTURE(grouping);
    Pipeline pipeline({.grouping = grouping, .partitions = kPartitions});
    pipeline.tick("2026-01-01T10:00:00Z");
    send(pipeline, 1, "grant", kGrant);
    pipeline.publish(turn_to_share());
    send(pipeline, 2, "sweep", {{"passes", Json::array({"consolidate"})}});
    REQUIRE(insights_of(pipeline, "teacher").size() == 1);
    const std::string source = insights_of(pipeline, "teacher")[0]["source_insight_id"];
    send(pipeline, 3, "forget", {{"ids", Json::array({ulid(1)})}});
    pipeline.publish(turn_to_share());
    pipeline.drain();

    CHECK(insights_of(pipeline, "teacher").empty());
    CHECK(memories_with(pipeline, kNonsense) == 0);
    CHECK(pipeline.answer("consolidation", ulid(1))["error"]["code"] == "erased");
    const auto told = words(pipeline);
    REQUIRE(told.size() == 2);
    CHECK(told[1]["kind"] == "unshare");
    CHECK(told[1]["caused_by"] == "command 3");
    CHECK(told[1]["args"] == Json{{"ids", {source}}, {"source_persona_id", "helper"}});
    Json unshares = Json::array();
    for (const Json& report : events(pipeline, "maintenance", "forget_report")) {
      for (const Json& id : report.value("unshares", Json::array())) {
        unshares.push_back(id);
      }
    }
    CHECK(unshares == Json::array({told[1]["command_id"]}));
    const auto shared = removed_by(pipeline, told[1]["command_id"]);
    CHECK(shared == std::map<std::string, int>{{"consolidation", 1}});
    const auto removed = removed_by(pipeline, "command 3");
    const bool agree = reported_for(pipeline, "command 3") == removed;
    CHECK(agree);
    CHECK(removed.at("consolidation") >= 4);
    CHECK(pipeline.read(pipeline.names().dead_letters()).empty());
  }
}

}  // namespace turnstream::scenario
