#include "stages/consolidation/speech/wording.h"

#include <doctest/doctest.h>

#include "stages/consolidation/speech/quote.h"
#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

Wording read_unit(std::string_view unit) {
  return wording_of(unit, notes::names_of({"Ann", "Bo Lee"}));
}

}  // namespace

TEST_CASE("an opening is found behind interjections and names of the speakers") {
  for (const auto& [unit, opening] : {std::pair("Yeah, well, Ann! I sold the boat.", Opening::kSelf),
                                      {"By the way, Clara moved.", Opening::kOther},
                                      {"Oh, it was so much fun!", Opening::kPointing},
                                      {"This week was hard.", Opening::kOther},
                                      {"Wow, you did it!", Opening::kAddressing},
                                      {"Sounds great!", Opening::kReacting},
                                      {"I totally agree, Bo.", Opening::kReacting},
                                      {"I’m so happy for you!", Opening::kReacting},
                                      {"I see what you mean.", Opening::kReacting},
                                      {"I see Clara on Mondays.", Opening::kSelf},
                                      {"[image: a red kite]", Opening::kCaption},
                                      {"Yeah, sure, Bo Lee!", Opening::kNothing},
                                      {"", Opening::kNothing}}) {
    const std::string_view text = unit;
    const Opening expected = opening;
    CAPTURE(text);
    const bool as_expected = read_unit(text).opening == expected;
    CHECK(as_expected);
  }
}

TEST_CASE("a unit points back if nothing in it says who or what is meant") {
  for (const char* unit :
       {"It was so much fun!", "Yeah, they loved it.", "I made it with almonds.", "She moved to Rome.",
        "I never felt happier than in those days in her house.", "For example, castles are old."}) {
    CAPTURE(unit);
    CHECK(read_unit(unit).points_back);
  }
  for (const char* unit : {"My sister moved, and she likes Rome.", "We met Clara and gave her a book.",
                           "I sold the boat.", "This summer was hot."}) {
    CAPTURE(unit);
    CHECK_FALSE(read_unit(unit).points_back);
  }
}

TEST_CASE("a time that depends on the day on which it is said is relative") {
  for (const char* unit :
       {"We moved last year.", "Tomorrow's the day.", "See Clara on Friday.", "It rained two days ago.",
        "We moved in June.", "I just bought a boat.", "We met the other day."}) {
    CAPTURE(unit);
    CHECK(read_unit(unit).relative_time);
  }
  for (const char* unit :
       {"We moved in June 2021.", "On 3 March 2025 it rained.", "I like just one song.", "Last but not least, tea."}) {
    CAPTURE(unit);
    CHECK_FALSE(read_unit(unit).relative_time);
  }
}

TEST_CASE("a label has the name and the date and the question that are given") {
  const EventTime may{1683547200000};
  CHECK(text_of({"Ann", {}, {}}) == "Ann");
  CHECK(text_of({{}, may, {}}) == "8 May 2023");
  const std::string whole = text_of({"Ann", may, "Where to?"});
  CHECK(whole == "Ann, 8 May 2023, asked \"Where to?\"");
  CHECK(without_question(whole) == "Ann, 8 May 2023");
  CHECK(without_question("Ann") == "Ann");
}

TEST_CASE("the last question stands in a label if it is short and has no colon") {
  CHECK(last_question("Nice. Who came? Where did \"they\" go? Tell me.", {}).text == "Where did 'they' go?");
  CHECK(last_question("No question.", {}).text.empty());
  CHECK(last_question("Well: what now?", {}).text.empty());
  CHECK(last_question(std::string(200, 'x') + "?", {}).text.empty());
}

TEST_CASE("an answer stands behind its question and rests on the turn that asked it") {
  ConsolidationFixture fixture;
  fixture.say("Good morning.", "Which town did your sister Clara choose in the end?", 0);
  const std::string asking = fixture.last_turn_id();
  fixture.say("She moved to Porto with two dogs last Friday.", "Nice!", kMinute);
  SUBCASE("if nothing is forgotten") {
    fixture.sweep(2 * kMinute);
    REQUIRE(fixture.insights.size() == 1);
    const auto& insight = fixture.insights.begin()->second;
    CHECK(
        insight["summary"] ==
        "Ann, 1 January 2026, asked \"Which town did your sister Clara choose in the end?\": She moved to Porto with two "
        "dogs last Friday.");
    REQUIRE(insight["sources"].size() == 2);
    CHECK(insight["sources"][1]["turn_id"] == asking);
  }
  SUBCASE("if the question is forgotten before the pass the answer stays without it") {
    fixture.command("forget", R"({"ids":[")" + asking + R"("]})", 2 * kMinute);
    CHECK_FALSE(fixture.rows_contain("choose in the end"));
    fixture.sweep(3 * kMinute);
    CHECK(fixture.summaries() ==
          std::vector<std::string>{"Ann, 1 January 2026: She moved to Porto with two dogs last Friday."});
  }
  SUBCASE("if the question is forgotten after the pass the insight goes") {
    fixture.sweep(2 * kMinute);
    fixture.command("forget", R"({"ids":[")" + asking + R"("]})", 3 * kMinute);
    CHECK(fixture.insights.empty());
    CHECK_FALSE(fixture.rows_contain("choose in the end"));
  }
}

TEST_CASE("yes or no answers the last question of a message and another answer none of two") {
  ConsolidationFixture fixture;
  fixture.say("Good morning.", "Ferries are fun, aren't they? Did you sail to Norway as a child?", 0);
  SUBCASE("no") {
    fixture.say("No, I didn't. But my aunt Clara sailed to Oslo in 2019.", "Nice!", kMinute);
    fixture.sweep(2 * kMinute);
    REQUIRE(fixture.summaries().size() == 1);
    CHECK(fixture.summaries().front().starts_with("Ann, asked \"Did you sail to Norway as a child?\": No, I didn't."));
  }
  SUBCASE("another one") {
    fixture.say("My aunt Clara sailed to Oslo with two dogs in 2019.", "Nice!", kMinute);
    fixture.sweep(2 * kMinute);
    CHECK(fixture.summaries() == std::vector<std::string>{"Ann: My aunt Clara sailed to Oslo with two dogs in 2019."});
  }
}

TEST_CASE("an answer in another session stands without the question") {
  ConsolidationFixture fixture;
  fixture.say("Good morning.", "Which town did your sister Clara choose in the end?", 0);
  model::StateExport turn = fixture.empty_turn(kMinute);
  turn.session_id = "s2";
  turn.turn_data.user_input = "In 2019 I moved to Porto with my sister Clara and two dogs, Rex and Luna.";
  fixture.give(turn);
  fixture.sweep(2 * kMinute);
  CHECK(fixture.summaries() ==
        std::vector<std::string>{"user: In 2019 I moved to Porto with my sister Clara and two dogs, Rex and Luna."});
}

}  // namespace turnstream::consolidation
