#include <doctest/doctest.h>

#include "tests/unit_sharing/sharing_fixture.h"

namespace turnstream::consolidation {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

Json many(int count, const std::string& tag = "x") {
  Json list = Json::array();
  for (int i = 0; i < count; ++i) {
    const std::string name = tag + std::to_string(i);
    list.push_back({{"name", name}, {"summary", name + " stands alone."}, {"tags", {tag}}});
  }
  return list;
}

}  // namespace

TEST_CASE("of many new insights some are shared at once and the rest at the next ticks") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_step_max":3}})");
  world.grant("helper", "teacher");
  world.insights_at_once("helper", many(8));
  CHECK(world.received("teacher").size() == 3);
  world.tick();
  CHECK(world.received("teacher").size() == 6);
  world.tick();
  CHECK(world.received("teacher").size() == 8);
  CHECK(world.driver().timers("helper").empty());
  CHECK(world.rows_under("helper", "~sn/") == 0);
}

TEST_CASE("an insight that is gone before its turn came is not shared") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_step_max":1}})");
  world.grant("helper", "teacher");
  world.insights_at_once("helper", many(2));
  REQUIRE(world.received("teacher") == Texts{"x0 stands alone."});
  world.send("helper", "forget", {{"ids", {world.id_of("helper", "x1")}}});
  world.tick();
  CHECK(world.received("teacher").size() == 1);
  CHECK(world.words_of("share") == 1);
  CHECK(world.driver().timers("helper").empty());
}

TEST_CASE("a large revoke takes back in steps") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_step_max":3}})");
  world.grant("helper", "teacher");
  world.grant("helper", "student");
  for (const Json& one : many(8)) {
    world.insights_at_once("helper", Json::array({one}));
  }
  world.send("helper", "revoke", {{"target", "teacher"}});
  CHECK(world.received("teacher").size() == 5);
  world.tick();
  CHECK(world.received("teacher").size() == 2);
  world.tick();
  CHECK(world.received("teacher").empty());
  CHECK(world.received("student").size() == 8);
  CHECK(world.driver().timers("helper").empty());
  CHECK(world.rows_under("helper", "~sj/") == 0);
  CHECK(world.rows_under("helper", "~st/") == 8);
}

TEST_CASE("a grant that comes while a revoke is at work keeps what it covers") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_step_max":2}})");
  world.grant("helper", "teacher");
  for (const char* tag : {"x", "y"}) {
    for (const Json& one : many(4, tag)) {
      world.insights_at_once("helper", Json::array({one}));
    }
  }
  world.send("helper", "revoke", {{"target", "teacher"}});
  world.grant("helper", "teacher", {"y"});
  for (int i = 0; i < 5; ++i) {
    world.tick();
  }
  CHECK(world.received("teacher") ==
        Texts{"y0 stands alone.", "y1 stands alone.", "y2 stands alone.", "y3 stands alone."});
  CHECK(world.rows_under("helper", "~so/") == 4);
  CHECK(world.rows_under("helper", "~st/") == 4);
  CHECK(world.driver().timers("helper").empty());
  world.insight("helper", "z", {{"tags", {"y"}}});
  CHECK(world.received("teacher").size() == 5);
}

TEST_CASE("a forget takes back at once also what a revoke left for later") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_step_max":1}})");
  world.grant("helper", "teacher");
  for (const Json& one : many(3)) {
    world.insights_at_once("helper", Json::array({one}));
  }
  world.send("helper", "revoke", {{"target", "teacher"}});
  REQUIRE(world.received("teacher").size() == 2);
  const auto outcome = world.send("helper", "forget", {{"session_id", "s1"}});
  CHECK(outcome.told.size() == 1);
  CHECK(world.received("teacher").empty());
  world.tick();
  CHECK(world.driver().timers("helper").empty());
  CHECK(world.rows_under("helper", "~s") == 0);
  CHECK(world.rows_under("helper", "sharing") == 0);
}

TEST_CASE("a persona shares with a bounded number of others and a further grant is refused") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"grants_max":2}})");
  world.grant("helper", "a");
  world.grant("helper", "b");
  CHECK(world.refused("helper", "grant", {{"target", "c"}}) == "/args/target");
  world.grant("helper", "a", {"x"});
  world.send("helper", "revoke", {{"target", "b"}});
  world.grant("helper", "c");
  CHECK(world.grants["helper"].size() == 2);
}

TEST_CASE("beyond the bound of shares no further insight is shared and an event names it") {
  SharingWorld world;
  world.set_settings(R"({"consolidation":{"shares_max":2}})");
  world.grant("helper", "teacher");
  world.insights_at_once("helper", many(3));
  CHECK(world.received("teacher").size() == 2);
  REQUIRE(world.maintenance.size() == 1);
  CHECK(world.maintenance[0]["type"] == "quota");
  CHECK(world.maintenance[0]["reason"] == "shares_max");
  CHECK(world.maintenance[0]["items"] == Json::array({world.id_of("helper", "x2")}));
  world.send("helper", "forget", {{"ids", {world.id_of("helper", "x0")}}});
  world.grant("helper", "teacher");
  CHECK(world.received("teacher") == Texts{"x1 stands alone.", "x2 stands alone."});
}

}  // namespace turnstream::consolidation
