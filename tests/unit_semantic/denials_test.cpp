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
  void call(std::string inputs, const char* error) { calls(std::move(inputs), {error}); }
  /// One turn calls with these inputs, each time with an error or without.
  void calls(std::string inputs, const std::vector<const char*>& errors) {
    model::StateExport turn = empty_turn(at_ += kMinute);
    model::ToolExecution tool;
    tool.tool_id = "deploy";
    tool.inputs_json = keep(std::move(inputs));
    for (const char* error : errors) {
      tool.status = error == nullptr ? model::ToolStatus::kSuccess : model::ToolStatus::kFailure;
      tool.error = error == nullptr ? std::nullopt : std::optional<std::string_view>(error);
      turn.tool_executions.push_back(tool);
    }
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

TEST_CASE("calls are one if their inputs are equal as JSON but for options") {
  struct CallRow {
    const char* one;
    const char* other;
    bool same;
  };
  for (const CallRow& row : {
           CallRow{R"({"env":"a","v":1})", R"({ "v": 1, "env": "a" })", true},
           CallRow{R"({"a":{"x":1,"y":2}})", R"({"a":{"y":2,"x":1}})", true},
           CallRow{"{}", "{}", true},
           CallRow{R"({"path":"tests"})", R"({"path":"tests","verbose":true})", true},
           CallRow{R"({"url":"https://x/a","timeout":5})", R"({"url":"https://x/a","timeout":60})", true},
           CallRow{R"({"command":"make"})", R"({"command":"make","description":"once more"})", true},
           CallRow{R"({"path":"tests"})", R"({"path":"docs"})", false},
           CallRow{R"({"x":1})", R"({"x":2})", false},
           CallRow{R"({"timeout":5})", R"({"timeout":60})", false},
           CallRow{R"({"env":"prod","service":"api"})", R"({"env":"prod","service":"web"})", false},
           CallRow{R"({"database":"orders","version":1})", R"({"database":"orders","version":2})", false},
           CallRow{R"({"host":"n1","command":"df"})", R"({"host":"n2","command":"df"})", false},
           CallRow{R"({"branch":"main","repo":"a"})", R"({"branch":"main","repo":"b"})", false},
           CallRow{R"({"method":"GET","url":"https://x/a"})", R"({"method":"POST","url":"https://x/a"})", false},
           CallRow{R"({"path":"","key":4})", R"({"path":"","key":5})", false},
           CallRow{R"({"path":"","timeout":4})", R"({"path":"","timeout":5})", false},
           CallRow{R"({"file":null,"retries":1})", R"({"file":null,"retries":2})", false},
           CallRow{R"({"id":7,"state":"open"})", R"({"id":7,"state":"closed"})", false},
           CallRow{R"({"id":7,"description":"a"})", R"({"id":7,"description":"b"})", false},
           CallRow{R"({"path":"src","pattern":"foo("})", R"({"path":"src","pattern":"bar"})", false},
           CallRow{"no JSON", "other", false},
       }) {
    CAPTURE(row.one);
    CAPTURE(row.other);
    CHECK((call_of("tool a", row.one) == call_of("tool a", row.other)) == row.same);
    CHECK(call_of("tool a", row.one) != call_of("tool b", row.one));
  }
  const std::string deep = std::string(100'000, '[');
  CHECK(call_of("tool a", deep) == call_of("tool a", deep));
}

TEST_CASE_FIXTURE(ToolFixture, "a failure ends when the same call succeeds") {
  call(R"({"path":"a","timeout":41})", "disk full");
  CHECK(fails());
  call(R"({"path":"b","timeout":41})", nullptr);
  CHECK(fails());
  call(R"({"path":"a","force":true})", nullptr);
  CHECK(fails());
  call(R"({"timeout":42,"path":"a"})", nullptr);
  CHECK_FALSE(fails());
  call(R"({"path":"a"})", "disk full");
  CHECK(fails());
  call(R"({"path":"a"})", nullptr);
  CHECK_FALSE(fails());
}

TEST_CASE_FIXTURE(ToolFixture, "of the results of a call in one turn the last one counts") {
  const char* const kInputs = R"({"path":"a"})";
  calls(kInputs, {nullptr, "disk full"});
  CHECK(fails());
  calls(kInputs, {nullptr, "disk full"});
  CHECK(fails());
  calls(kInputs, {"disk full", nullptr});
  CHECK_FALSE(fails());
  calls(kInputs, {"disk full", nullptr, "disk full"});
  CHECK(fails());
  call(kInputs, nullptr);
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
