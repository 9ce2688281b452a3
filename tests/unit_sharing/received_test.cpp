#include <doctest/doctest.h>

#include "tests/unit_sharing/sharing_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

/// The arguments with which helper shared its only insight with teacher.
Json shared_args(SharingWorld& world) {
  world.grant("helper", "teacher");
  world.insight("helper", "a");
  return Json::parse(world.words.back().args);
}

}  // namespace

TEST_CASE("an insight that is shared again with other contents is updated and keeps its accesses") {
  SharingWorld world;
  Json args = shared_args(world);
  const std::string id = world.insights["teacher"].begin()->first;
  world.send("teacher", "access", {{"ids", {id}}, {"counts", {2}}});
  args["insight"]["summary"] = "More about a.";
  args["insight"]["importance"] = 0.8;
  args["insight"]["tags"] = {"new"};
  const auto outcome = world.send("teacher", "share", args);
  CHECK(outcome.added() == 0);
  CHECK(outcome.updated() == 1);
  CHECK(outcome.events.empty());
  REQUIRE(world.insights["teacher"].size() == 1);
  const Json& insight = world.insights["teacher"][id];
  CHECK(insight["summary"] == "More about a.");
  CHECK(insight["importance"] == 0.8);
  CHECK(insight["tags"] == Json::array({"new"}));
  CHECK(insight["access_count"] == 2);
  CHECK(world.send("teacher", "share", args).changes.empty());
}

TEST_CASE("an access counts at the persona that has the insight alone") {
  SharingWorld world;
  shared_args(world);
  const std::string id = world.insights["teacher"].begin()->first;
  world.send("teacher", "access", {{"ids", {id, world.id_of("helper", "a")}}});
  CHECK(world.insights["teacher"][id]["access_count"] == 1);
  CHECK(world.insights["helper"].begin()->second["access_count"] == 0);
}

TEST_CASE("an unshare removes only what came from the persona that sent it") {
  SharingWorld world;
  shared_args(world);
  world.insight("teacher", "own");
  const std::string source = world.id_of("helper", "a");
  world.send("teacher", "unshare", {{"ids", {source}}, {"source_persona_id", "stranger"}});
  world.send("teacher", "unshare",
             {{"ids", {world.id_of("teacher", "own"), "nonsense"}}, {"source_persona_id", "helper"}});
  CHECK(world.insights["teacher"].size() == 2);
  world.send("teacher", "unshare", {{"ids", {source, source}}, {"source_persona_id", "helper"}});
  CHECK(world.received("teacher").empty());
  CHECK(world.insights["teacher"].size() == 1);
}

TEST_CASE("a received insight that is forgotten stays forgotten until it is allowed") {
  SharingWorld world;
  const Json args = shared_args(world);
  const std::string id = world.insights["teacher"].begin()->first;
  world.send("teacher", "forget", {{"ids", {id}}});
  CHECK(world.insights["teacher"].empty());
  CHECK(world.insights["helper"].size() == 1);
  CHECK(world.send("teacher", "share", args).changes.empty());
  world.send("helper", "revoke", {{"target", "teacher"}});
  world.grant("helper", "teacher");
  CHECK(world.received("teacher").empty());
  world.send("teacher", "unforget", {{"ids", {id}}});
  world.send("helper", "revoke", {{"target", "teacher"}});
  world.grant("helper", "teacher");
  CHECK(world.received("teacher") == Texts{"About a."});
}

TEST_CASE("a shared insight leaves the target if its new summary was forgotten there") {
  SharingWorld world;
  Json args = shared_args(world);
  world.insight("teacher", "own", {{"summary", "The anchor is rusty."}});
  world.send("teacher", "forget", {{"ids", {world.id_of("teacher", "own")}}});
  args["insight"]["summary"] = "The anchor is rusty.";
  CHECK(world.send("teacher", "share", args).removed() == 1);
  CHECK(world.insights["teacher"].empty());
}

TEST_CASE("a share is refused that is not of the persona that sends it or cannot be read") {
  SharingWorld world;
  const Json args = shared_args(world);
  const std::vector<std::pair<const char*, Json>> faults{
      {"type", "shared"},
      {"type", "nonsense"},
      {"persona_id", "stranger"},
      {"importance", 1.5},
      {"confidence", -1},
      {"summary", std::string(8193, 's')},
      {"tags", Texts(101, "t")},
      {"summary", nullptr},
      {"sources", 1},
      {"id", "not an id"},
      {"derived_by", {{"method", "model"}, {"model", std::string(8193, 'm')}, {"effect_id", nullptr}}}};
  for (const auto& fault : faults) {
    CAPTURE(fault.first);
    Json wrong = args;
    wrong["insight"][fault.first] = fault.second;
    CHECK(world.refused("teacher", "share", wrong) == "/args/insight");
  }
  CHECK(world.refused("helper", "share", args) == "/args/insight");
  CHECK(world.refused("teacher", "share", {{"insight", 1}}) == "/args");
  CHECK(world.refused("teacher", "unshare", {{"ids", {"a"}}}) == "/args");
}

}  // namespace turnstream::consolidation
