#include <doctest/doctest.h>
#include <map>
#include <set>
#include <string>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

using Ids = std::set<std::string>;

struct Fixture : EpisodicFixture {
  stage_api::StageOutcome say(std::string_view id, std::string_view content, std::int64_t after_ms,
                              std::string_view session = "s1") {
    auto made = empty_turn(id, after_ms);
    made.session_id = session;
    made.observations = {observation(content)};
    return turn(made);
  }
  /// An item that is promoted at once, so that only its link entry stays.
  std::string promoted(std::string_view id, std::int64_t after_ms) {
    auto made = empty_turn(id, after_ms);
    made.errors = {"disk full"};
    return items_added(turn(made)).at(0).id;
  }
  const Ids& forgotten() { return driver().forgotten_turns("helper"); }
};

std::string forgotten_ids(const std::string& id) {
  return R"({"ids":[")" + id + R"("]})";
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a turn id that is named is barred for ever even if the stage has nothing of it") {
  forget(forgotten_ids("01JGFJJZ00000000000000000A"), 0);
  forget(forgotten_ids("0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f"), 0);
  CHECK(forgotten() == Ids{"0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f", "01JGFJJZ00000000000000000A"});
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(Fixture, "forgetting an item bars its turn and no other") {
  const auto id = items_added(say("a", "one", 0)).at(0).id;
  say("b", "two", 1);
  forget(forgotten_ids(id), 2);
  CHECK(forgotten() == Ids{"a", id});
}

TEST_CASE_FIXTURE(Fixture, "forgetting a collapsed item bars all turns that it came from") {
  const auto id = items_added(say("a", "the same", 0)).at(0).id;
  say("b", "the same", 1);
  say("c", "another", 2);
  forget(forgotten_ids(id), 3);
  CHECK(forgotten() == Ids{"a", "b", id});
}

TEST_CASE_FIXTURE(Fixture, "the turn of an item that was promoted is found among the recent ones") {
  const auto id = promoted("a", 0);
  promoted("b", 1);
  forget(forgotten_ids(id), 2);
  CHECK(forgotten() == Ids{"a", id});
}

TEST_CASE_FIXTURE(Fixture, "all recent turns of a forgotten session are forgotten and also those that left no item") {
  say("a", "one", 0, "gone");
  say("b", "two", 1, "stays");
  auto silent = empty_turn("c", 2);
  silent.session_id = "gone";
  turn(silent);
  forget(R"({"session_id":"gone"})", 3);
  CHECK(forgotten() == Ids{"a", "c"});
}

TEST_CASE_FIXTURE(Fixture,
                  "a forgotten session and a forgotten persona bar their turns up to the time of the command") {
  say("a", "one", 0);
  const auto at = driver().now();
  forget(R"({"session_id":"gone"})", 0);
  CHECK(driver().forgotten_until("helper") == std::map<std::string, LogTime>{{"gone", at}});
  forget(forgotten_ids("b"), 0);
  CHECK(driver().forgotten_until("helper").size() == 1);
  forget(R"({"all":true})", 1000);
  CHECK(driver().forgotten_until("helper").at("") == driver().now());
}

TEST_CASE_FIXTURE(Fixture, "an unknown UUID bars the turn with that id and no turn that was seen") {
  say("a", "one", 0);
  forget(forgotten_ids("61e2e4d0-312c-5278-9766-75be294db30c"), 1);
  CHECK(forgotten() == Ids{"61e2e4d0-312c-5278-9766-75be294db30c"});
  CHECK(ring_size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "an id that is that of an item and of a turn forgets both") {
  const std::string item = items_added(say("a", "one", 0)).at(0).id;
  say(item, "two", 1);
  say("c", "three", 2);
  CHECK(forget(forgotten_ids(item), 3).removed() == 2);
  CHECK(forgotten() == Ids{"a", item});
  CHECK(ring_size() == 1);
}

TEST_CASE_FIXTURE(Fixture, "forgetting all forgets every turn and takes new ones") {
  say("a", "one", 0);
  promoted("b", 1);
  forget(R"({"all":true,"ids":["named"]})", 2);
  CHECK(forgotten() == Ids{"a", "b", "named"});
  CHECK_FALSE(driver().blocked("helper"));
}

TEST_CASE_FIXTURE(Fixture, "forgetting all with block takes no turns until all is unforgotten") {
  say("a", "one", 0);
  forget(R"({"ids":["x"],"block":true})", 1);
  CHECK_FALSE(driver().blocked("helper"));
  forget(R"({"all":true,"block":true})", 2);
  CHECK(driver().blocked("helper"));
  forget(R"({"all":true})", 3);
  unforget(R"({"ids":["x"]})", 4);
  CHECK(driver().blocked("helper"));
  unforget(R"({"all":true})", 5);
  CHECK_FALSE(driver().blocked("helper"));
  CHECK(forgotten() == Ids{"a", "x"});
  CHECK_FALSE(driver().blocked("other"));
}

}  // namespace turnstream::episodic
