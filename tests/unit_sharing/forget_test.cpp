#include <doctest/doctest.h>

#include "tests/unit_sharing/sharing_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

}  // namespace

TEST_CASE("forgetting an insight or its item or its turn takes it back from every target") {
  for (const int way : {0, 1, 2}) {
    CAPTURE(way);
    SharingWorld world;
    world.grant("helper", "teacher");
    world.grant("helper", "student");
    world.insight("helper", "a");
    world.insight("helper", "b");
    const std::string id = world.id_of("helper", "a");
    const Texts names{id, world.insights["helper"][id]["sources"][0]["id"], "Ta"};
    const auto outcome = world.send("helper", "forget", {{"ids", {names[static_cast<std::size_t>(way)]}}});
    CHECK(outcome.told.size() == 2);
    for (const auto& word : outcome.told) {
      CHECK(word.kind == "unshare");
      CHECK(Json::parse(word.args)["ids"] == Json::array({id}));
    }
    CHECK(world.received("teacher") == Texts{"About b."});
    CHECK(world.received("student") == Texts{"About b."});
    CHECK(world.send("helper", "forget", {{"ids", {id}}}).told.empty());
  }
}

TEST_CASE("an insight that leaves because there are too many is taken back") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"insights_max":2}})");
  world.grant("helper", "teacher");
  world.insight("helper", "a", {{"importance", 300'000}});
  world.insight("helper", "b");
  world.insight("helper", "c");
  CHECK(world.received("teacher") == Texts{"About b.", "About c."});
  CHECK(world.words_of("unshare") == 1);
}

TEST_CASE("forgetting everything takes everything back and drops the grants and leaves no row") {
  SharingWorld world;
  world.grant("helper", "teacher");
  world.grant("helper", "student", {"x"});
  world.grant("helper", "nobody", {"absent"});
  for (int i = 0; i < 5; ++i) {
    world.insight("helper", "i" + std::to_string(i), {{"tags", {"x"}}});
  }
  world.insight("teacher", "own");
  const auto outcome = world.send("helper", "forget", {{"all", true}, {"confirm", "helper"}});
  CHECK(outcome.told.size() == 2);
  CHECK(outcome.of_kind("grant").size() == 3);
  CHECK(world.insights["helper"].empty());
  CHECK(world.grants["helper"].empty());
  CHECK(world.driver().rows("helper").empty());
  CHECK(world.insights["teacher"].size() == 1);
  CHECK(world.insights["student"].empty());
  world.insight("helper", "new");
  CHECK(world.words_of("share") == 10);
}

TEST_CASE("forgetting everything also takes back what a revoke left for later") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_step_max":2}})");
  world.grant("helper", "teacher");
  for (int i = 0; i < 7; ++i) {
    world.insight("helper", "i" + std::to_string(i));
  }
  world.send("helper", "revoke", {{"target", "teacher"}});
  CHECK(world.received("teacher").size() == 5);
  world.send("helper", "forget", {{"all", true}, {"confirm", "helper"}});
  CHECK(world.received("teacher").empty());
  CHECK(world.driver().rows("helper").empty());
  CHECK(world.driver().timers("helper").empty());
}

TEST_CASE("an unshare command names at most a thousand insights") {
  SharingWorld world;
  world.grant("helper", "teacher");
  Json list = Json::array();
  for (int i = 0; i < 1001; ++i) {
    list.push_back({{"name", "i" + std::to_string(i)}, {"summary", "Word" + std::to_string(i) + " stands alone."}});
  }
  world.set_settings(R"({"consolidation":{"shares_step_max":10000}})");
  world.insights_at_once("helper", list);
  REQUIRE(world.received("teacher").size() == 1001);
  const auto outcome = world.send("helper", "forget", {{"all", true}, {"confirm", "helper"}});
  REQUIRE(outcome.told.size() == 2);
  CHECK(Json::parse(outcome.told[0].args)["ids"].size() == 1000);
  CHECK(Json::parse(outcome.told[1].args)["ids"].size() == 1);
  CHECK(world.insights["teacher"].empty());
}

TEST_CASE("what the source says again after an unforget is shared again and before it is not") {
  SharingWorld world;
  world.grant("helper", "teacher");
  world.insight("helper", "a", {{"summary", "The anchor is rusty."}});
  const std::string id = world.id_of("helper", "a");
  world.send("helper", "forget", {{"ids", {id}}});
  CHECK(world.received("teacher").empty());
  world.insight("helper", "b", {{"summary", "The anchor is rusty."}});
  CHECK(world.received("teacher").empty());
  world.send("helper", "unforget", {{"ids", {id}}});
  CHECK(world.received("teacher").empty());
  world.insight("helper", "c", {{"summary", "The anchor is rusty."}});
  CHECK(world.received("teacher") == std::vector<std::string>{"The anchor is rusty."});
}

TEST_CASE("after an unforget at the target a share comes when it changes or with a new grant") {
  SharingWorld world;
  world.grant("helper", "teacher");
  world.insight("helper", "a", {{"summary", "The anchor is rusty."}});
  const std::string id = world.insights["teacher"].begin()->first;
  world.send("teacher", "forget", {{"ids", {id}}});
  world.send("teacher", "unforget", {{"ids", {id}}});
  world.grant("helper", "teacher");
  CHECK(world.received("teacher").empty());  // The same grant sends only what changed.
  world.send("helper", "revoke", {{"target", "teacher"}});
  world.grant("helper", "teacher");
  CHECK(world.received("teacher") == std::vector<std::string>{"The anchor is rusty."});
}

}  // namespace turnstream::consolidation
