#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {

TEST_CASE("a chat becomes an insight that names who said it and on which day if it depends on that") {
  ConsolidationFixture fixture;
  fixture.say("I moved to Porto with my sister last year.", "Nice!", 0);
  fixture.sweep(kSecond);
  REQUIRE(fixture.insights.size() == 1);
  const auto& insight = fixture.insights.begin()->second;
  CHECK(insight["summary"] == "Ann, 1 January 2026: I moved to Porto with my sister last year.");
  CHECK(insight["confidence"] == 0.7);
  CHECK(insight["derived_by"]["method"] == "extractive");
  CHECK(insight["type"] == "extracted");
  CHECK(insight["domain"] == "chat");
  CHECK(insight["sources"][0]["turn_id"] == "turn1");
  CHECK(insight["sources"][0]["session_id"] == "s1");
  CHECK(fixture.items.count(insight["sources"][0]["id"]) == 1);
}

TEST_CASE("greetings and thanks and cheering and bare questions make no insight") {
  for (const auto& [user, agent] : {std::pair("Hi Bot!", "Hello Ann!"),
                                    {"Thanks a lot!", "You're welcome!"},
                                    {"How are you?", "Great, and you?"},
                                    {"ok", "Sounds good!"}}) {
    ConsolidationFixture fixture;
    fixture.say(user, agent, 0);
    fixture.sweep(kSecond);
    const std::string said = user;
    CAPTURE(said);
    CHECK(fixture.insights.empty());
    CHECK(fixture.last_pass()["deleted"] == 1);
    CHECK(fixture.items.size() == 1);
  }
}

TEST_CASE("an answer to the question of the turn before scores higher in the same session alone") {
  const auto score_of = [](const char* session) {
    ConsolidationFixture fixture;
    fixture.say("I am back.", "Where did you spend the summer with your brother?", 0);
    model::StateExport turn = fixture.empty_turn(kSecond);
    turn.session_id = session;
    turn.turn_data.user_input = "We spent the summer near a lake in Finland.";
    fixture.give(turn);
    for (const auto& [key, row] : fixture.driver().rows("helper")) {
      const auto shown = fixture.stage().describe(key, row);
      if (shown.count("content") == 1 && shown["turn_id"] == "turn2") {
        return shown["score"].get<std::int64_t>();
      }
    }
    return std::int64_t{0};
  };
  CHECK(score_of("s1") > score_of("s2"));
}

TEST_CASE("of an item with several sentences the best one is the summary and not the first") {
  ConsolidationFixture fixture;
  fixture.observe(
      "Well, what a day it has been for all of us here. The database password policy of Globex changed on 3 "
      "March 2025 to 24 characters.",
      0);
  fixture.sweep(kSecond);
  CHECK(fixture.summaries() ==
        std::vector<std::string>{"The database password policy of Globex changed on 3 March 2025 to 24 characters."});
}

TEST_CASE("a summary has at most 300 code points and ends at a word") {
  ConsolidationFixture fixture;
  std::string text;
  for (int i = 0; i < 80; ++i) {
    text += "größe" + std::to_string(i) + " ";
  }
  fixture.observe(text, 0);
  fixture.sweep(kSecond);
  REQUIRE(fixture.summaries().size() == 1);
  const std::string summary = fixture.summaries().front();
  CHECK(text.rfind(summary + " ", 0) == 0);
  CHECK(summary.size() > 280);
}

TEST_CASE("a tool that succeeded makes no insight and one that failed does") {
  ConsolidationFixture fixture;
  model::StateExport turn = fixture.empty_turn(0);
  model::ToolExecution good;
  good.tool_id = "grep";
  good.inputs_json = good.outputs_json = "{}";
  model::ToolExecution bad = good;
  bad.tool_id = "deploy";
  bad.status = model::ToolStatus::kFailure;
  bad.error = "host db7 refused the connection";
  turn.tool_executions = {good, bad};
  fixture.give(turn);
  fixture.sweep(kSecond);
  REQUIRE(fixture.summaries().size() == 1);
  CHECK(fixture.summaries().front().find("host db7 refused") != std::string::npos);
}

TEST_CASE("the same content within a day is a repeat and after a day it is not") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"episodic":{"ring_items_max":1}})");
  fixture.observe("The cache lives in Frankfurt.", 0);
  fixture.observe("Something else happened at the office.", kMinute);
  fixture.observe("the cache lives in  FRANKFURT", 2 * kMinute);
  fixture.observe("One more thing arrived by mail today.", 3 * kMinute);
  fixture.sweep(4 * kMinute);
  CHECK(fixture.last_pass()["deleted"] == 1);
  CHECK(fixture.insights.size() == 3);
  fixture.observe("The cache lives in Frankfurt.", 2 * kMinute + kDay);
  fixture.sweep(3 * kMinute + kDay);
  CHECK(fixture.last_pass()["deleted"] == 0);
  CHECK(fixture.last_pass()["merged"] == 1);
}

}  // namespace turnstream::consolidation
