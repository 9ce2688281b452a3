#include <doctest/doctest.h>

#include "stages/semantic/describe.h"
#include "stages/semantic/kept_fact.h"
#include "stages/semantic/timeline.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

namespace {

std::string turn_json(int number) {
  return R"({"ids":["turn)" + std::to_string(number) + R"("]})";
}

}  // namespace

TEST_CASE_FIXTURE(NotedFixture, "a fact holds again if the turn that ended it is forgotten") {
  say("I work at Acme.", 0);
  say("I like climbing.", kMinute);
  say("I no longer work at Acme.", kDay, "s2");
  say("I don't like climbing anymore.", kDay + kMinute, "s2");
  CHECK(fact("user works at Acme").at("current") == false);
  CHECK(fact("user likes climbing").at("current") == false);
  CHECK(notes().at("I work at Acme.").at("current") == false);
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  forget(turn_json(3), 2 * kDay);
  CHECK(fact("user works at Acme").at("current") == true);
  CHECK(fact("user works at Acme").at("validity") == Json::parse(R"([{"from":"2026-01-01T10:00:00.000Z","to":null}])"));
  CHECK(notes().at("I work at Acme.").at("current") == true);
  CHECK(fact("user likes climbing").at("current") == false);
  forget(turn_json(4), 2 * kDay);
  CHECK(fact("user likes climbing").at("current") == true);
}

TEST_CASE("what another person did ends nothing of the speaker") {
  struct Row {
    const char* known;
    const char* then;
    const char* holds;
  };
  for (const Row& row :
       {Row{"I work at Acme.", "My boss left Acme.", "user works at Acme"},
        Row{"I work at Acme.", "They left Acme.", "user works at Acme"},
        Row{"I work at Acme.", "Karl, my brother, left Acme.", "user works at Acme"},
        Row{"I work at Acme.", "Karl was fired from Acme.", "user works at Acme"},
        Row{"I use Firefox.", "My cousin switched from Firefox to Brave.", "user uses Firefox"},
        Row{"I use Netflix.", "My parents ditched Netflix.", "user uses Netflix"},
        Row{"I live in Ghent.", "My parents moved from Ghent to Bruges.", "user lives in Ghent"},
        Row{"Ich arbeite bei Siemens.", "Karin hat bei Siemens gekündigt.", "user works at Siemens"}}) {
    SemanticFixture test;
    test.say(row.known, 0);
    test.say(row.then, kDay, "s2");
    CHECK_MESSAGE(test.fact(row.holds).at("current") == true, row.then);
  }
  for (const Row& row :
       {Row{"I work at Acme.", "Left Acme last week!", "user works at Acme"},
        Row{"I work at Acme.", "After ten years I finally left Acme.", "user works at Acme"},
        Row{"My brother works at Acme.", "My brother left Acme.", "user's brother works at Acme"},
        Row{"My cousin plays the cello.", "My cousin quit the cello.", "user's cousin plays the cello"},
        Row{"I use Firefox.", "We switched from Firefox to Brave.", "user uses Firefox"}}) {
    SemanticFixture test;
    test.say(row.known, 0);
    test.say(row.then, kDay, "s2");
    CHECK_MESSAGE(test.fact(row.holds).at("current") == false, row.then);
  }
}

TEST_CASE_FIXTURE(NotedFixture, "a sentence in other words that ended a note is forgotten with its end") {
  const std::string alto = "I sing alto in the church choir on Mondays.";
  say(alto, 0);
  say("I left the church choir.", kDay, "s2");
  CHECK(notes().at(alto).at("current") == false);
  forget(turn_json(2), 2 * kDay);
  CHECK(notes().at(alto).at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a fact that two turns ended stays ended until both are forgotten") {
  say("I work at Acme.", 0);
  say("I no longer work at Acme.", kDay, "s2");
  say("I don't work at Acme anymore.", 2 * kDay, "s3");
  forget(turn_json(2), 3 * kDay);
  CHECK(fact("user works at Acme").at("current") == false);
  forget(turn_json(3), 3 * kDay);
  CHECK(fact("user works at Acme").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a value behind the forgotten end takes the place of the fact that holds again") {
  say("I work at Acme.", 0);
  say("I no longer work at Acme.", kDay, "s2");
  say("I work at Globex.", 2 * kDay, "s3");
  forget(turn_json(2), 3 * kDay);
  CHECK(fact("user works at Acme").at("superseded_by") == fact("user works at Globex").at("id"));
  CHECK(fact("user works at Globex").at("current") == true);
  forget(R"({"all":true})", 4 * kDay);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(SemanticFixture, "a late end before a fact was said again is not why it ended") {
  constexpr std::int64_t kHour = 60 * kMinute;
  say("I work at Acme.", 0);
  say("I work at Acme.", 2 * kHour, "s2");
  say("I no longer work at Acme.", 3 * kHour, "s3");
  say("I no longer work at Acme.", kHour, "s4");
  REQUIRE(fact("user works at Acme").at("current") == false);
  forget(turn_json(3), kDay);
  CHECK(fact("user works at Acme").at("current") == true);
  CHECK(fact("user works at Acme").at("validity").back().at("from") == "2026-01-01T12:00:00.000Z");
}

TEST_CASE_FIXTURE(SemanticFixture, "a late end before a fact of many values was said again is not why it ended") {
  constexpr std::int64_t kHour = 60 * kMinute;
  say("I use Emacs.", 0);
  say("I use Emacs.", 2 * kHour, "s2");
  say("I no longer use Emacs.", 3 * kHour, "s3");
  say("I no longer use Emacs.", kHour, "s4");
  REQUIRE(fact("user uses Emacs").at("current") == false);
  forget(turn_json(3), kDay);
  CHECK(fact("user uses Emacs").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "a fact whose first end is forgotten ended when the next turn says so") {
  say("I work at Acme.", 0);
  say("I use Emacs.", 0);
  say("I no longer work at Acme. I no longer use Emacs.", kDay, "s2");
  say("I don't work at Acme anymore. I don't use Emacs anymore.", 2 * kDay, "s2");
  forget(turn_json(3), 3 * kDay);
  for (const char* text : {"user works at Acme", "user uses Emacs"}) {
    CHECK(fact(text).at("current") == false);
    CHECK(fact(text).at("validity").back().at("to") == "2026-01-03T10:00:00.000Z");
  }
}

TEST_CASE("of many ends the first and the newest three are kept") {
  std::vector<EndSaid> ends;
  for (std::int64_t i = 1; i <= 6; ++i) {
    add_end(ends, {{"item" + std::to_string(i), "turn", "session"}, EventTime{i}});
    add_end(ends, {{"item" + std::to_string(i), "turn", "session"}, EventTime{i}});
  }
  REQUIRE(ends.size() == kEndsMax);
  CHECK(ends[0].at == EventTime{1});
  CHECK(ends[1].at == EventTime{4});
  CHECK(ends[3].at == EventTime{6});
}

TEST_CASE_FIXTURE(NotedFixture, "all notes of a fact hold again with it however many say it") {
  const std::vector<std::string> neighbours{"Ada", "Ben", "Cleo", "Dora", "Egon"};
  const auto sentence = [&](std::size_t i) { return "My brother lives in Porto, next to " + neighbours[i] + "."; };
  for (std::size_t i = 0; i < 4; ++i) {
    say(sentence(i), static_cast<std::int64_t>(i) * kDay, "s" + neighbours[i]);
  }
  say("My brother no longer lives in Porto.", 5 * kDay, "s5");
  REQUIRE(fact("user's brother lives in Porto").at("current") == false);
  CHECK(notes().at(sentence(0)).at("current") == false);
  say(sentence(4), 6 * kDay, "s6");
  REQUIRE(fact("user's brother lives in Porto").at("current") == true);
  for (std::size_t i = 0; i < 5; ++i) {
    CAPTURE(i);
    CHECK(notes().at(sentence(i)).at("current") == true);
  }
}

TEST_CASE("an end that is undone joins what holds around it") {
  const Uuid fact{1};
  Timeline timeline;
  say(timeline, EventTime{1}, fact);
  end(timeline, EventTime{5}, fact);
  say(timeline, EventTime{7}, fact);
  unsay_end(timeline, EventTime{4}, fact);
  CHECK(timeline.size() == 3);
  unsay_end(timeline, EventTime{5}, fact);
  CHECK(timeline == Timeline{{EventTime{1}, EventTime{7}, fact}});
}

}  // namespace turnstream::semantic
