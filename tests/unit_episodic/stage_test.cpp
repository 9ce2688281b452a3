#include <doctest/doctest.h>

#include "stages/episodic/episodic_stage.h"
#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

using model::ChangeOp;
using model::ItemType;
using model::Tier;

std::string numbered(const char* text, int number) {
  return std::string(text) + " number " + std::to_string(number);
}

TEST_CASE("the stage is the admission gate of phase 1 and has no upstream") {
  const auto stage = make_episodic_stage();
  CHECK(stage->info().name == "episodic");
  CHECK(stage->info().phase == 1);
  CHECK(stage->info().upstream.empty());
  CHECK(stage->info().admits);
}

TEST_CASE("a first turn adds chat and tool use to long-term and the observation to the ring") {
  EpisodicFixture memory;
  auto turn = empty_turn("t1");
  turn.turn_data.user_input = "I prefer TypeScript for large codebases";
  turn.turn_data.assistant_response = "Noted.";
  turn.tool_executions = {tool("grep", model::ToolStatus::kSuccess)};
  turn.observations = {observation("The build takes four minutes")};
  const auto outcome = memory.turn(turn);
  REQUIRE(outcome.status.ok());
  CHECK(outcome.added() == 3);
  CHECK(outcome.updated() == 0);
  CHECK(outcome.removed() == 0);
  CHECK(outcome.processed == 3);
  for (const auto& item : items_put(outcome)) {
    const bool important = item.type != ItemType::kObservation;
    CHECK(item.importance == (important ? 700'000 : 400'000));
    CHECK(item.tier == (important ? Tier::kLongTerm : Tier::kShortTerm));
    CHECK(item.consolidated_at.has_value() == important);
  }
  REQUIRE(outcome.of_kind("stats").size() == 1);
  CHECK(outcome.of_kind("stats")[0].value ==
        R"({"kind":"stats","id":"ring","persona_id":"helper","size":1,"promoted":2,"evicted":0,"aged_out":0})");
}

TEST_CASE("the 101st observation evicts the first and all age out after an hour") {
  EpisodicFixture memory;
  std::vector<std::string> ids;
  for (int i = 1; i <= 150; ++i) {
    const auto outcome = memory.observe(numbered("observation", i), i * 100);
    REQUIRE(outcome.added() == 1);
    REQUIRE(outcome.removed() == (i > 100 ? 1 : 0));
    ids.push_back(items_put(outcome)[0].id);
    if (i == 101) {
      for (const auto& change : outcome.of_kind("memory")) {
        CHECK((change.op != ChangeOp::kDelete || change.id == ids[0]));
      }
    }
  }
  CHECK(memory.ring_size() == 100);
  CHECK(memory.counter("promoted") == 0);
  CHECK(memory.counter("evicted") == 50);
  const auto outcome = memory.tick(150 * 100 + kHour + kSecond);
  CHECK(outcome.removed() == 100);
  CHECK(outcome.processed == 100);
  CHECK(memory.ring_size() == 0);
  CHECK(memory.counter("aged_out") == 100);
  CHECK(memory.driver().timers("helper").count("ring") == 0);
}

TEST_CASE("the 81st chat promotes all 81 and ticks promote the rest within two minutes") {
  EpisodicFixture memory;
  for (int i = 1; i <= 150; ++i) {
    const auto outcome = memory.chat(numbered("chat", i), i * 100);
    const auto changes = outcome.of_kind("memory");
    REQUIRE(changes.size() == (i == 81 ? 81 : 1));
    REQUIRE(outcome.added() == 1);
    REQUIRE(outcome.updated() == (i == 81 ? 80 : 0));
    REQUIRE(outcome.removed() == 0);
  }
  CHECK(memory.ring_size() == 69);
  CHECK(memory.counter("promoted") == 81);
  const auto changes = memory.ticks(0, 2 * kMinute);
  CHECK(memory.ring_size() == 0);
  CHECK(memory.counter("promoted") == 150);
  CHECK(memory.counter("evicted") == 0);
  int promoted = 0;
  for (const auto& change : changes) {
    if (change.kind == "memory") {
      CHECK(change.op == ChangeOp::kPut);
      CHECK(change.existed);
      CHECK(change.value.find(R"("tier":"long_term")") != std::string::npos);
      ++promoted;
    }
  }
  CHECK(promoted == 69);
}

TEST_CASE("the ring's timer keeps its step and is armed only while something is in the ring") {
  EpisodicFixture memory;
  memory.observe("something to wait for", 0);
  const auto first = memory.driver().timers("helper").at("ring").value() - kStart;
  CHECK(first >= 60 * kSecond);
  CHECK(first < 120 * kSecond);
  memory.observe("another", 10 * kSecond);
  CHECK(memory.driver().timers("helper").at("ring").value() - kStart == first);
  memory.tick(first + 5 * kMinute + 1);
  CHECK(memory.driver().timers("helper").at("ring").value() - kStart == first + 6 * kMinute);
  memory.tick(2 * kHour);
  CHECK(memory.driver().timers("helper").count("ring") == 0);
  memory.observe("once more", 3 * kHour);
  CHECK(memory.driver().timers("helper").at("ring").value() - kStart >= 3 * kHour + 60 * kSecond);
}

TEST_CASE("fifteen accesses lift an observation to .6 and promote it") {
  EpisodicFixture memory;
  const auto item = items_put(memory.observe("worth recalling", 0)).at(0);
  auto outcome = memory.access(item.id, 14, kSecond);
  CHECK(outcome.updated() == 1);
  CHECK(outcome.of_kind("memory")[0].op == ChangeOp::kPatch);
  CHECK(memory.ring_size() == 1);
  outcome = memory.access(item.id, 1, 2 * kSecond);
  const auto promoted = items_put(outcome);
  REQUIRE(promoted.size() == 1);
  CHECK(outcome.updated() == 1);
  CHECK(promoted[0].importance == 600'000);
  CHECK(promoted[0].base_importance == 400'000);
  CHECK(promoted[0].access_count == 15);
  CHECK(promoted[0].tier == Tier::kLongTerm);
  CHECK(promoted[0].last_accessed_at == LogTime{kStart + 2 * kSecond});
  CHECK(memory.ring_size() == 0);
  CHECK(memory.access(item.id, 1, 3 * kSecond).changes.empty());
}

TEST_CASE("an access of an id that is not in the ring changes nothing") {
  EpisodicFixture memory;
  memory.observe("here", 0);
  const auto rows = memory.driver().rows("helper");
  CHECK(memory.access("00000000-0000-0000-0000-000000000000", 3, 1).changes.empty());
  CHECK(memory.access("no uuid", 3, 2).changes.empty());
  CHECK(memory.driver().rows("helper") == rows);
}

TEST_CASE("ephemeral items of any importance are never promoted") {
  EpisodicFixture memory;
  auto turn = empty_turn("t");
  turn.observations = {observation("fleeting")};
  turn.observations[0].ephemeral = true;
  turn.observations[0].importance_millionths = 1'000'000;
  const auto items = items_put(memory.turn(turn));
  CHECK(items.at(0).tier == Tier::kShortTerm);
  memory.access(items[0].id, 100, 1);
  memory.ticks(0, 2 * kMinute);
  CHECK(memory.ring_size() == 1);
  for (int i = 0; i < 100; ++i) {
    memory.observe(numbered("later", i), 2 * kMinute + i);
  }
  CHECK(memory.counter("promoted") == 0);
  CHECK(memory.counter("evicted") == 1);
}

TEST_CASE("an item evicted that still qualifies is promoted and not lost") {
  EpisodicFixture memory;
  memory.driver().set_settings(R"({"episodic":{"ring_items_max":2,"ring_pressure_items":1000}})");
  const auto first = items_put(memory.chat("first", 0)).at(0);
  memory.chat("second", 1);
  const auto outcome = memory.chat("third", 2);
  CHECK(outcome.removed() == 0);
  CHECK(outcome.updated() == 1);
  CHECK(memory.counter("promoted") == 1);
  CHECK(memory.counter("evicted") == 0);
  CHECK(memory.ring_size() == 2);
}

TEST_CASE("a ring is cut to a smaller maximum at the next item") {
  EpisodicFixture memory;
  memory.driver().set_settings(R"({"episodic":{"ring_pressure_items":1000}})");
  for (int i = 0; i < 10; ++i) {
    memory.observe(numbered("item", i), i);
  }
  REQUIRE(memory.ring_size() == 10);
  memory.driver().set_settings(R"({"episodic":{"ring_items_max":3,"ring_pressure_items":1000}})");
  const auto outcome = memory.observe(numbered("item", 10), 10);
  CHECK(memory.ring_size() == 3);
  CHECK(outcome.removed() + outcome.updated() == 8);
}

TEST_CASE("an item that was added and removed in one record makes no change") {
  EpisodicFixture memory;
  auto turn = empty_turn("t");
  std::vector<std::string> texts;
  for (int i = 0; i < 130; ++i) {
    texts.push_back(numbered("observation", i));
  }
  for (const auto& text : texts) {
    turn.observations.push_back(observation(text));
  }
  const auto outcome = memory.turn(turn);
  CHECK(outcome.processed == 130);
  CHECK(outcome.added() == 100);
  CHECK(outcome.removed() == 0);
  CHECK(memory.counter("evicted") == 30);
}

TEST_CASE("a turn without items changes nothing and leaves no rows") {
  EpisodicFixture memory;
  const auto outcome = memory.turn(empty_turn("t"));
  CHECK(outcome.status.ok());
  CHECK(outcome.changes.empty());
  CHECK(memory.driver().rows("helper").empty());
}

TEST_CASE("personas do not see each other") {
  EpisodicFixture memory;
  auto mine = empty_turn("t1");
  mine.turn_data.user_input = "shared words in one session";
  memory.turn(mine);
  auto theirs = empty_turn("t2", 1);
  theirs.agent_id = "other";
  theirs.turn_data.user_input = "shared words in one session";
  const auto items = items_put(memory.turn(theirs));
  REQUIRE(items.size() == 1);
  CHECK(items[0].related_to.empty());
  CHECK(items[0].occurrences == 1);
}

TEST_CASE("ages are measured from the partition's now so items do not age if a clock is set back") {
  EpisodicFixture memory;
  memory.observe("before the step", 3 * kHour);
  auto turn = empty_turn("t", 0);
  turn.observations = {observation("after the clock was set back")};
  memory.turn(turn);
  memory.tick(3 * kHour + 5 * kMinute);
  CHECK(memory.ring_size() == 2);
}

TEST_CASE("commands that are not episodic's and commands it cannot read change nothing") {
  EpisodicFixture memory;
  memory.observe("stays", 0);
  const auto rows = memory.driver().rows("helper");
  CHECK(memory.driver().command("helper", "sweep", "{}", LogTime{kStart + 1}).status.ok());
  const auto outcome = memory.forget("7", 2);
  CHECK(outcome.status.error().code == "bad_command");
  CHECK(outcome.status.error().reaction == Reaction::kDeadLetter);
  CHECK(memory.driver().rows("helper") == rows);
}

TEST_CASE("a damaged row gives the reaction rebuild_state") {
  EpisodicFixture memory;
  const auto item = items_put(memory.observe("worth recalling", 0)).at(0);
  auto& rows = const_cast<stage_api::TestDriver::Rows&>(memory.driver().rows("helper"));
  for (auto& [key, value] : rows) {
    if (key.rfind("item/", 0) == 0) {
      value = "{}";
    }
  }
  CHECK(memory.access(item.id, 1, 1).status.error().reaction == Reaction::kRebuildState);
  rows.begin()->second.clear();
  for (auto& [key, value] : rows) {
    value.clear();
  }
  CHECK(memory.observe("next", 2).status.error().reaction == Reaction::kRebuildState);
}

TEST_CASE("a damaged row of links is an error also when items are forgotten") {
  EpisodicFixture memory;
  const auto item = items_put(memory.observe("worth recalling", 0)).at(0);
  auto& rows = const_cast<stage_api::TestDriver::Rows&>(memory.driver().rows("helper"));
  bool has_links = false;
  for (auto& [key, value] : rows) {
    if (key.starts_with("links/")) {
      value.pop_back();
      has_links = true;
    }
  }
  REQUIRE(has_links);
  const auto outcome = memory.forget(R"({"ids":[")" + item.id + R"("]})", 1);
  REQUIRE_FALSE(outcome.status.ok());
  CHECK(outcome.status.error().reaction == Reaction::kRebuildState);
}

}  // namespace
}  // namespace turnstream::episodic
