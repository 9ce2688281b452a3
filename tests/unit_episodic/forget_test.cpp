#include <doctest/doctest.h>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

using model::ChangeOp;

constexpr std::int64_t kEpisodeGap = 30 * kMinute;

/// A turn with one observation. All these observations have the same two tags, which link them to each other.
model::StateExport goal_turn(std::string_view id, std::int64_t after_ms, std::string_view session = "s1") {
  auto turn = empty_turn(id, after_ms);
  turn.session_id = session;
  turn.observations = {observation(id)};
  turn.observations[0].tags = {"one", "two"};
  return turn;
}

std::string forget_args(const std::string& id) {
  return R"({"ids":[")" + id + R"("],"session_id":null,"all":false,"block":false})";
}

TEST_CASE("forgetting an item removes it and what links to it") {
  EpisodicFixture memory;
  const auto first = items_added(memory.turn(goal_turn("a", 0))).at(0);
  const auto second = items_added(memory.turn(goal_turn("b", 1))).at(0);
  REQUIRE(second.related_to == std::vector<std::string>{first.id});
  const auto outcome = memory.forget(forget_args(first.id), 2);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.updated() == 1);
  for (const auto& change : outcome.of_kind("memory")) {
    if (change.op == ChangeOp::kDelete) {
      CHECK(change.id == first.id);
    } else {
      CHECK(change.id == second.id);
      CHECK(change.value == R"({"related_to":[]})");
    }
  }
  const auto third = items_added(memory.turn(goal_turn("c", 3))).at(0);
  CHECK(third.related_to == std::vector<std::string>{second.id});
}

TEST_CASE("forgetting by turn id removes all items of the turn") {
  EpisodicFixture memory;
  auto turn = goal_turn("turn one", 0);
  turn.warnings = {"mind the gap"};
  memory.turn(turn);
  memory.observe("other", 1);
  CHECK(memory.forget(forget_args("turn one"), 2).removed() == 2);
  CHECK(memory.ring_size() == 1);
}

TEST_CASE("forgetting a session removes its items and episodes and what collapsed from it") {
  EpisodicFixture memory;
  memory.turn(goal_turn("a", 0, "gone"));
  memory.turn(goal_turn("b", 1, "stays"));
  memory.turn(goal_turn("same", 2, "stays"));
  auto repeated = goal_turn("another turn", 3, "gone");
  repeated.observations[0].content = "same";
  memory.turn(repeated);
  const auto outcome = memory.forget(R"({"session_id":"gone"})", 4);
  CHECK(outcome.of_kind("memory").size() == 3);
  CHECK(outcome.removed() == 2);
  CHECK(memory.ring_size() == 1);
  CHECK(memory.turn(goal_turn("c", 2 * kEpisodeGap, "gone")).of_kind("episode").empty());
}

TEST_CASE("a closed episode that holds a forgotten item is removed") {
  EpisodicFixture memory;
  const auto first = items_added(memory.turn(goal_turn("a", 0))).at(0);
  const auto closing = memory.turn(goal_turn("b", kEpisodeGap));
  REQUIRE(closing.of_kind("episode").size() == 1);
  const auto outcome = memory.forget(forget_args(first.id), kEpisodeGap + 1);
  REQUIRE(outcome.of_kind("episode").size() == 1);
  CHECK(outcome.of_kind("episode")[0].op == ChangeOp::kDelete);
  CHECK(outcome.of_kind("episode")[0].id == closing.of_kind("episode")[0].id);
}

TEST_CASE("forgetting an item that was promoted removes its links and episodes") {
  EpisodicFixture memory;
  auto turn = empty_turn("a");
  turn.errors = {"disk full"};
  const auto promoted = items_added(memory.turn(turn)).at(0);
  REQUIRE(promoted.tier == model::Tier::kLongTerm);
  const auto closing = memory.turn(goal_turn("b", kEpisodeGap));
  REQUIRE(closing.of_kind("episode").size() == 1);
  const auto outcome = memory.forget(forget_args("a"), kEpisodeGap + 1);
  CHECK(outcome.of_kind("memory").empty());
  CHECK(outcome.of_kind("episode").size() == 1);
}

TEST_CASE("forgetting a turn whose items have left ring and links removes its episode") {
  EpisodicFixture memory;
  memory.turn(goal_turn("a", 0, "s0"));
  const auto closing = memory.turn(goal_turn("b", kEpisodeGap, "s0"));
  REQUIRE(closing.of_kind("episode").size() == 1);
  for (int i = 0; i < 600; ++i) {  // more than ring and links keep
    memory.turn(goal_turn("later " + std::to_string(i), kEpisodeGap + 1 + i, "s1"));
  }
  const auto outcome = memory.forget(forget_args("a"), kEpisodeGap + 700);
  CHECK(outcome.of_kind("memory").empty());
  REQUIRE(outcome.of_kind("episode").size() == 1);
  CHECK(outcome.of_kind("episode")[0].op == ChangeOp::kDelete);
  CHECK(outcome.of_kind("episode")[0].id == closing.of_kind("episode")[0].id);
}

TEST_CASE("forgetting all leaves no row and no timer and deletes every episode") {
  EpisodicFixture memory;
  for (int i = 0; i < 80; ++i) {
    memory.chat("turn " + std::to_string(i), i * kEpisodeGap);
  }
  memory.observe("last one", 80 * kEpisodeGap);
  const auto outcome = memory.forget(R"({"all":true})", 80 * kEpisodeGap + 1);
  CHECK(outcome.status.ok());
  CHECK(outcome.of_kind("episode").size() == 80);
  REQUIRE(outcome.of_kind("stats").size() == 1);
  CHECK(outcome.of_kind("stats")[0].op == ChangeOp::kDelete);
  CHECK(memory.driver().rows("helper").empty());
  CHECK(memory.driver().timers("helper").empty());
  CHECK(memory.observe("a new life", 80 * kEpisodeGap + 2).added() == 1);
}

TEST_CASE("forgetting unknown ids changes nothing") {
  EpisodicFixture memory;
  memory.observe("stays", 0);
  const auto rows = memory.driver().rows("helper");
  CHECK(memory.forget(forget_args("unknown"), 1).changes.empty());
  CHECK(memory.forget("{}", 2).changes.empty());
  CHECK(memory.driver().rows("helper") == rows);
  EpisodicFixture empty;
  CHECK(empty.forget(R"({"all":true})", 0).changes.empty());
  CHECK(empty.driver().rows("helper").empty());
}

}  // namespace
}  // namespace turnstream::episodic
