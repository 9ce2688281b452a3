// What ends a fact and what does not: success of a tool, ends told of others, and sentences that deny what they repeat.
#include <doctest/doctest.h>
#include <string>
#include <vector>

#include "stages/semantic/tool_calls.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

class ToolFixture : public SemanticFixture {
 public:
  void call(std::string inputs, const char* error) {
    model::StateExport turn = empty_turn(at_ += kMinute);
    model::ToolExecution tool;
    tool.tool_id = "deploy";
    tool.inputs_json = keep(std::move(inputs));
    tool.status = error == nullptr ? model::ToolStatus::kSuccess : model::ToolStatus::kFailure;
    if (error != nullptr) {
      tool.error = error;
    }
    turn.tool_executions.push_back(std::move(tool));
    give(turn);
  }
  [[nodiscard]] bool fails() const { return fact("tool deploy fails on disk full").at("current"); }

 private:
  std::int64_t at_ = 0;
};

/// Whether the fact holds after both were said.
bool holds_after(const char* before, const char* then, const char* text) {
  SemanticFixture fixture;
  fixture.say(before, 0);
  fixture.say(then, 21 * kDay);
  return fixture.fact(text).at("current");
}

}  // namespace

TEST_CASE("calls are one if tool and main argument are equal as JSON") {
  CHECK(call_of("tool a", R"({"env":"a","v":1})") == call_of("tool a", R"({ "v": 1, "env": "a" })"));
  CHECK(call_of("tool a", R"({"path":"tests"})") == call_of("tool a", R"({"path":"tests","verbose":true})"));
  CHECK(call_of("tool a", R"({"path":"tests"})") != call_of("tool a", R"({"path":"docs"})"));
  CHECK(call_of("tool a", R"({"path":"tests"})") != call_of("tool b", R"({"path":"tests"})"));
  CHECK(call_of("tool a", R"({"x":1,"y":2})") == call_of("tool a", R"({"y":2,"x":1})"));
  CHECK(call_of("tool a", R"({"x":1})") != call_of("tool a", R"({"x":2})"));
  CHECK(call_of("tool a", "no JSON") != call_of("tool a", "other"));
  const std::string deep = std::string(100'000, '[');
  CHECK(call_of("tool a", deep) == call_of("tool a", deep));
}

TEST_CASE_FIXTURE(ToolFixture, "a failure ends when a call with the same main argument succeeds") {
  call(R"({"env":"a","v":41})", "disk full");
  CHECK(fails());
  call(R"({"env":"b","v":41})", nullptr);
  CHECK(fails());
  call(R"({"v":42,"env":"a"})", nullptr);
  CHECK_FALSE(fails());
  call(R"({"env":"a"})", "disk full");
  CHECK(fails());
  call(R"({"env":"a"})", nullptr);
  CHECK_FALSE(fails());
}

TEST_CASE_FIXTURE(ToolFixture, "a failure of two calls ends when both have succeeded") {
  call(R"({"env":"a"})", "disk full");
  call(R"({"env":"b"})", "disk full");
  call(R"({"env":"b"})", nullptr);
  CHECK(fails());
  call(R"({"env":"a"})", nullptr);
  CHECK_FALSE(fails());
}

TEST_CASE_FIXTURE(ToolFixture, "a failure of too many calls is ended by none of them") {
  for (int env = 0; env < 9; ++env) {
    call(R"({"env":)" + std::to_string(env) + "}", "disk full");
  }
  for (int env = 0; env < 9; ++env) {
    call(R"({"env":)" + std::to_string(env) + "}", nullptr);
  }
  CHECK(fails());
}

TEST_CASE("an end told of another person ends nothing of the speaker") {
  CHECK(holds_after("I'm allergic to pollen and so is my daughter Mia.",
                    "I avoid the park, but Mia has outgrown her allergy.", "user is allergic to pollen"));
  CHECK(holds_after("I work at Nordwind.", "Karin left Nordwind last week.", "user works at Nordwind"));
  CHECK_FALSE(holds_after("We have a gardener, Mr Holm.", "Mr Holm doesn't come any more, too dear for a gardener.",
                          "we have a gardener"));
  CHECK_FALSE(holds_after("I work at Nordwind.", "I left Nordwind last week.", "user works at Nordwind"));
}

TEST_CASE("who has a task now says nothing of what it uses") {
  CHECK(holds_after("We use Kafka 3 for invoicing.", "I handed invoicing over to Petra last week.",
                    "we use Kafka 3 for invoicing"));
}

TEST_CASE("a sentence that denies something is not a source of it") {
  for (const char* denial : {"Phone calls are fine again.", "Divorced from Ida last month."}) {
    SemanticFixture fixture;
    fixture.say("I dislike phone calls.", 0);
    fixture.say("Married to Ida since 2015, two kids.", kMinute);
    fixture.say(denial, 21 * kDay);
    for (const auto& each : fixture.facts()) {
      const auto& fact = each.second;
      CHECK_MESSAGE((!fact.contains("sources") || fact.at("sources").size() == 1), each.first << " after " << denial);
    }
  }
}

TEST_CASE("a taste ends what tells the opposite in another form") {
  CHECK_FALSE(holds_after("We love fondue.", "I hate fondue.", "we like fondue"));
  CHECK_FALSE(holds_after("My favourite fruit is papaya.", "I hate papaya.", "user's favourite fruit is papaya"));
  CHECK(holds_after("We love fondue.", "I hate raclette.", "we like fondue"));
}

}  // namespace turnstream::semantic
