#include "stages/episodic/items_of_turn.h"

#include <doctest/doctest.h>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

using model::ItemType;
using Texts = std::vector<std::string>;

Texts pointers(const std::vector<NewItem>& items) {
  Texts found;
  for (const NewItem& made : items) {
    found.push_back(made.item.provenance.pointer);
  }
  return found;
}

TEST_CASE("an empty turn has no items") {
  CHECK(items_of(empty_turn("t")).empty());
}

TEST_CASE("items come in their fixed order with pointers into the turn") {
  auto turn = empty_turn("t");
  turn.turn_data.user_input = "hi";
  turn.tool_executions = {tool("a", model::ToolStatus::kSuccess), tool("b", model::ToolStatus::kSuccess)};
  turn.tool_executions[0].observations_added = {observation("o1")};
  turn.tool_executions[0].memory_writes.push_back({"decision", "m1", {}, {}});
  turn.tool_executions[1].memory_writes.push_back({"fact", "m2", {}, {}});
  turn.observations = {observation("o2")};
  turn.goal_updates.resize(1);
  turn.action_updates.resize(1);
  turn.errors = {"e"};
  turn.warnings = {"w"};
  const auto items = items_of(turn);
  CHECK(pointers(items) == Texts{"/turn_data", "/tool_executions/0", "/tool_executions/0/observations_added/0",
                                 "/tool_executions/0/memory_writes/0", "/tool_executions/1",
                                 "/tool_executions/1/memory_writes/0", "/observations/0", "/goal_updates/0",
                                 "/action_updates/0", "/errors/0", "/warnings/0"});
  std::vector<ItemType> types;
  for (const NewItem& made : items) {
    types.push_back(made.item.type);
  }
  CHECK(types == std::vector<ItemType>{ItemType::kChat, ItemType::kToolUse, ItemType::kObservation, ItemType::kDecision,
                                       ItemType::kToolUse, ItemType::kObservation, ItemType::kObservation,
                                       ItemType::kTask, ItemType::kDecision, ItemType::kError, ItemType::kObservation});
  CHECK(items[2].tool == "a");
  CHECK(items[5].tool == "b");
  CHECK(items[6].tool.empty());
  CHECK(items[10].item.tags == Texts{"warning"});
}

TEST_CASE("an item has its provenance and an id that a consumer can compute") {
  auto turn = empty_turn("01JGFJJZ00000000000000000A");
  turn.turn_data.user_input = "hi";
  turn.user_id = "u1";
  turn.user_name = "Ann";
  turn.room_id = "r1";
  turn.domain = model::Domain::kCode;
  const auto items = items_of(turn);
  REQUIRE(items.size() == 1);
  const model::MemoryItem& item = items[0].item;
  CHECK(item.id == "61e2e4d0-312c-5278-9766-75be294db30c");
  CHECK(item.context ==
        std::vector<std::pair<std::string, std::string>>{{"user_id", "u1"}, {"user_name", "Ann"}, {"room_id", "r1"}});
  CHECK(item.domain == model::Domain::kCode);
  CHECK(item.session_id == "s1");
  CHECK(item.source == "turn/chat");
  CHECK(item.provenance.turn_id == "01JGFJJZ00000000000000000A");
  CHECK(item.provenance.topic == "turns");
  CHECK(item.recorded_at.value() == kStart);
  CHECK(item.tier == model::Tier::kShortTerm);
}

TEST_CASE("an observation keeps one of the seven types and its own importance and flags") {
  auto turn = empty_turn("t");
  turn.error_recovered = true;
  turn.observations = {observation("a"), observation("b"), observation("c")};
  turn.observations[0].type = "insight";
  turn.observations[1].type = "fact";
  turn.observations[1].importance_millionths = 550'000;
  turn.observations[1].ephemeral = true;
  turn.observations[1].references = {"a.md"};
  turn.observations[2].type = "error";
  const auto items = items_of(turn);
  CHECK(items[0].item.type == ItemType::kInsight);
  CHECK(items[0].item.importance == 850'000);
  CHECK(items[1].item.type == ItemType::kObservation);
  CHECK(items[1].item.importance == 550'000);
  CHECK(items[1].item.ephemeral);
  CHECK(items[1].item.references == Texts{"a.md"});
  CHECK(items[2].item.importance == 1'000'000);
}

TEST_CASE("the same observation id twice in a turn counts once and the first wins") {
  auto turn = empty_turn("t");
  turn.tool_executions = {tool("a", model::ToolStatus::kSuccess)};
  turn.tool_executions[0].observations_added = {observation("first")};
  turn.tool_executions[0].observations_added[0].id = "o1";
  turn.observations = {observation("second"), observation("other"), observation("without id"), observation("neither")};
  turn.observations[0].id = "o1";
  turn.observations[1].id = "o2";
  CHECK(pointers(items_of(turn)) == Texts{"/tool_executions/0", "/tool_executions/0/observations_added/0",
                                          "/observations/1", "/observations/2", "/observations/3"});
}

TEST_CASE("a failed tool is one tool use that tells the error in its context") {
  auto turn = empty_turn("t");
  turn.tool_executions = {tool("deploy", model::ToolStatus::kFailure)};
  turn.tool_executions[0].error = "permission denied";
  const auto items = items_of(turn);
  REQUIRE(items.size() == 1);
  CHECK(items[0].item.context ==
        std::vector<std::pair<std::string, std::string>>{{"tool_id", "deploy"}, {"error", "permission denied"}});
  CHECK(items[0].item.tags == Texts{"permission", "denied"});
}

TEST_CASE("tags come from texts and not from labels or ids") {
  auto turn = empty_turn("t");
  turn.turn_data.user_input = "quick brown";
  turn.tool_executions = {tool("searcher", model::ToolStatus::kSuccess)};
  turn.tool_executions[0].inputs_json = R"({"question":"capital city"})";
  turn.goal_updates.resize(1);
  turn.goal_updates[0].goal_id = "travelling";
  turn.goal_updates[0].notes = "book flights";
  const auto items = items_of(turn);
  CHECK(items[0].item.tags == Texts{"quick", "brown"});
  CHECK(items[1].item.tags == Texts{"capital", "city"});
  CHECK(items[2].item.tags == Texts{"book", "flights"});
}

TEST_CASE("content is cut at 8192 code points and says so") {
  auto turn = empty_turn("t");
  std::string exact;
  for (int i = 0; i < 8192; ++i) {
    exact += "ä";
  }
  const std::string longer = exact + "b";
  turn.observations = {observation(exact), observation(longer)};
  const auto items = items_of(turn);
  CHECK_FALSE(items[0].item.truncated);
  CHECK(items[1].item.truncated);
  CHECK(items[1].item.content == exact);
}

TEST_CASE("a turn of 500 items keeps them and one of 501 says how many were left out") {
  auto turn = empty_turn("t");
  turn.observations.assign(500, observation("x"));
  CHECK(items_of(turn).size() == 500);
  CHECK(items_of(turn).back().item.provenance.pointer == "/observations/499");
  turn.warnings = {"w"};
  const auto items = items_of(turn);
  REQUIRE(items.size() == 500);
  CHECK(items[498].item.provenance.pointer == "/observations/498");
  CHECK(items[499].item.content == "2 more items of this turn were left out");
  CHECK(items[499].item.type == ItemType::kObservation);
  CHECK(items[499].item.importance == 400'000);
  CHECK(items[499].item.provenance.pointer.empty());
}

}  // namespace
}  // namespace turnstream::episodic
