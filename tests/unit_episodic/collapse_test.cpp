#include "stages/episodic/collapse.h"

#include <doctest/doctest.h>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

TEST_CASE("items say the same if type and normalised content are equal") {
  const auto item = item_saying("The API  port is 8080.");
  CHECK(says_the_same(item, item_saying("the api port is 8080!")));
  CHECK(content_hash(item) == content_hash(item_saying("the api port is 8080!")));
  CHECK_FALSE(says_the_same(item, item_saying("the api port is 8081")));
  CHECK_FALSE(says_the_same(item, item_saying("The API  port is 8080.", model::ItemType::kError)));
  CHECK(content_hash(item) != content_hash(item_saying("The API  port is 8080.", model::ItemType::kError)));
}

TEST_CASE("collapsing counts the occurrence and keeps the greater importance and all sources") {
  auto kept = item_saying("x");
  kept.id = "a";
  kept.session_id = "s1";
  kept.provenance.turn_id = "t1";
  kept.base_importance = kept.importance = 400'000;
  kept.ephemeral = true;
  kept.references = {"a.md"};
  auto repeated = item_saying("X.");
  repeated.id = "b";
  repeated.session_id = "s2";
  repeated.provenance.turn_id = "t2";
  repeated.base_importance = 550'000;
  repeated.references = {"a.md", "b.md"};
  collapse(kept, repeated, kDefaults);
  CHECK(kept.occurrences == 2);
  CHECK(kept.importance == 550'000);
  CHECK_FALSE(kept.ephemeral);
  CHECK(kept.content == "x");
  CHECK(kept.references == std::vector<std::string>{"a.md", "b.md"});
  CHECK(kept.sources == model::SourceList{{"a", "t1", "s1"}, {"b", "t2", "s2"}});
}

TEST_CASE("of more than 16 sources its own and the newest remain") {
  auto kept = item_saying("x");
  for (int i = 1; i <= 20; ++i) {
    auto repeated = item_saying("x");
    repeated.id = std::to_string(i);
    collapse(kept, repeated, kDefaults);
  }
  CHECK(kept.occurrences == 21);
  REQUIRE(kept.sources.size() == 16);
  CHECK(kept.sources.front().id == "own");
  CHECK(kept.sources[1].id == "6");
  CHECK(kept.sources.back().id == "20");
}

TEST_CASE("equal content in the ring makes no new item in any session") {
  EpisodicFixture memory;
  const auto first = items_put(memory.chat("Ping", 0));
  const auto outcome = memory.chat("ping!", 1000, "s2");
  CHECK(outcome.added() == 0);
  CHECK(outcome.processed == 1);
  REQUIRE(outcome.of_kind("memory").size() == 1);
  const auto change = outcome.of_kind("memory")[0];
  CHECK(change.op == model::ChangeOp::kPatch);
  CHECK(change.id == first[0].id);
  CHECK(change.value.find(R"("occurrences":2)") != std::string::npos);
  CHECK(memory.ring_size() == 1);
}

TEST_CASE("equal items of one turn are one item put once") {
  EpisodicFixture memory;
  auto turn = empty_turn("t");
  turn.observations = {observation("same"), observation("Same."), observation("other")};
  const auto outcome = memory.turn(turn);
  CHECK(outcome.added() == 2);
  CHECK(outcome.updated() == 0);
  CHECK(outcome.processed == 3);
}

}  // namespace
}  // namespace turnstream::episodic
