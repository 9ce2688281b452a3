#include "stages/episodic/importance.h"

#include <doctest/doctest.h>

#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {
namespace {

using model::ItemType;

TEST_CASE("each type has its own base importance") {
  CHECK(base_importance(ItemType::kChat, {}, 0, kDefaults) == 600'000);
  CHECK(base_importance(ItemType::kObservation, {}, 0, kDefaults) == 400'000);
  CHECK(base_importance(ItemType::kTask, {}, 0, kDefaults) == 700'000);
  CHECK(base_importance(ItemType::kDecision, {}, 0, kDefaults) == 800'000);
  CHECK(base_importance(ItemType::kToolUse, {}, 0, kDefaults) == 700'000);
  CHECK(base_importance(ItemType::kError, {}, 0, kDefaults) == 900'000);
  CHECK(base_importance(ItemType::kInsight, {}, 0, kDefaults) == 850'000);
}

TEST_CASE("an explicit importance replaces the base and the sum stays within 0 and 1") {
  CHECK(base_importance(ItemType::kObservation, 550'000, 0, kDefaults) == 550'000);
  CHECK(base_importance(ItemType::kError, {}, 150'000, kDefaults) == 1'000'000);
  CHECK(base_importance(ItemType::kChat, 0, 0, kDefaults) == 0);
}

TEST_CASE("flags add to the chat item and to errors") {
  auto turn = empty_turn("t");
  CHECK(bonus_of(turn, kDefaults).chat == 0);
  turn.mentioned_me = true;
  turn.user_direct_message = true;
  CHECK(bonus_of(turn, kDefaults).chat == 350'000);
  turn.error_recovered = true;
  CHECK(bonus_of(turn, kDefaults).chat == 350'000);
  CHECK(bonus_of(turn, kDefaults).error == 150'000);
}

TEST_CASE("the agent acted if the turn says so or if the turn does not say it and a tool succeeded") {
  auto turn = empty_turn("t");
  turn.tool_executions = {tool("a", model::ToolStatus::kFailure), tool("b", model::ToolStatus::kPartial)};
  CHECK(bonus_of(turn, kDefaults).chat == 0);
  turn.tool_executions.push_back(tool("c", model::ToolStatus::kSuccess));
  CHECK(bonus_of(turn, kDefaults).chat == 100'000);
  turn.action_taken = false;
  CHECK(bonus_of(turn, kDefaults).chat == 0);
  turn.tool_executions.clear();
  turn.action_taken = true;
  CHECK(bonus_of(turn, kDefaults).chat == 100'000);
}

TEST_CASE("accesses raise importance by the logarithm of their number up to a fifth") {
  CHECK(importance(400'000, 0, kDefaults) == 400'000);
  CHECK(importance(400'000, 1, kDefaults) == 450'000);
  CHECK(importance(400'000, 2, kDefaults) == 479'248);
  CHECK(importance(400'000, 3, kDefaults) == 500'000);
  CHECK(importance(400'000, 15, kDefaults) == 600'000);
  CHECK(importance(400'000, 16, kDefaults) == 600'000);
  CHECK(importance(400'000, 1'000'000'000'000, kDefaults) == 600'000);
  CHECK(importance(950'000, 15, kDefaults) == 1'000'000);
}

}  // namespace
}  // namespace turnstream::episodic
