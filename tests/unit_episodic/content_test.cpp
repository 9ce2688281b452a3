#include "stages/episodic/content.h"

#include <doctest/doctest.h>

#include "pipeline/codec/chat_content.h"
#include "stages/episodic/json_text.h"
#include "tests/unit_episodic/episodic_fixture.h"

namespace turnstream::episodic {

using codec::chat_content;
namespace {

std::string compact(std::string_view json, std::size_t limit = 500) {
  std::string out;
  append_compact(out, json, limit);
  return out;
}

TEST_CASE("a chat is both sides and an empty side is left out") {
  model::TurnData turn;
  CHECK(chat_content(turn).empty());
  turn.user_input = "Hi";
  CHECK(chat_content(turn) == "User: Hi");
  turn.assistant_response = "Hello";
  CHECK(chat_content(turn) == "User: Hi\nMe: Hello");
  turn.user_input = "";
  CHECK(chat_content(turn) == "Me: Hello");
}

TEST_CASE("a tool use shows its inputs and its outputs or error") {
  auto execution = tool("grep", model::ToolStatus::kSuccess);
  execution.inputs_json = R"({ "pattern" : "a b" })";
  execution.outputs_json = R"({"hits": [1, 2]})";
  CHECK(tool_content(execution, kDefaults) == R"(Tool grep (success): {"pattern":"a b"} → {"hits":[1,2]})");
  execution.status = model::ToolStatus::kFailure;
  execution.error = "no such file";
  CHECK(tool_content(execution, kDefaults) == R"(Tool grep (failure): {"pattern":"a b"} → no such file)");
  CHECK(tool_error(execution, kDefaults) == "no such file");
  execution.error = "";
  CHECK(tool_error(execution, kDefaults) == "failure");
}

TEST_CASE("inputs and outputs and errors are cut at 500 characters each") {
  const std::string text(2000, 'x');
  const std::string json = "[\"" + text + "\"]";
  auto execution = tool("t", model::ToolStatus::kSuccess);
  execution.inputs_json = json;
  execution.outputs_json = json;
  const std::string excerpt = "[\"" + std::string(498, 'x');
  CHECK(tool_content(execution, kDefaults) == "Tool t (success): " + excerpt + " → " + excerpt);
  execution.error = text;
  CHECK(tool_content(execution, kDefaults) == "Tool t (success): " + excerpt + " → " + text.substr(0, 500));
}

TEST_CASE("goals and actions are one line each") {
  model::GoalUpdate goal;
  goal.goal_id = "ship";
  goal.status = model::GoalStatus::kActive;
  goal.progress_json = "0.50";
  goal.notes = "half way";
  CHECK(goal_content(goal) == "Goal ship active 0.50: half way");
  model::ActionUpdate action;
  action.action_id = "deploy";
  action.status = model::ActionStatus::kCompleted;
  action.result_json = R"({ "ok" : true })";
  CHECK(action_content(action, kDefaults) == R"(Action deploy completed: {"ok":true})");
}

TEST_CASE("JSON is made compact outside its strings only") {
  CHECK(compact("{ \"a b\" : [ 1 , \"x \\\" y\" ] ,\n\t\"c\":{ } }") == "{\"a b\":[1,\"x \\\" y\"],\"c\":{}}");
  CHECK(compact("\"äöü\"", 3) == "\"äö");
  CHECK(compact("{}", 0).empty());
}

TEST_CASE("texts in JSON are its string values decoded without member names") {
  CHECK(texts_in(R"({"name":"Ada","list":["x\ny","\u00e4\ud83c\udf89"],"n":1,"o":{"k" : "v\\w"}})", 1000) ==
        "Ada\nx y\nä🎉\nv\\w\n");
  CHECK(texts_in("\"plain\"", 1000) == "plain\n");
  for (std::size_t size = 0; size < 20; ++size) {
    const std::string text(size, 'a');
    CHECK(texts_in("[\"" + text + "\\\\\",\"b\\\"c\"]", 1000) == text + "\\\nb\"c\n");
    CHECK(texts_in("\"" + text, 1000).size() <= text.size() + 1);
    CHECK(texts_in("\"" + text + "\\", 1000).size() <= text.size() + 2);
  }
  CHECK(texts_in("12", 1000).empty());
  CHECK(texts_in(R"(["aa","bb","cc"])", 3) == "aa\n");
}

}  // namespace
}  // namespace turnstream::episodic
