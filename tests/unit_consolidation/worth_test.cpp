#include <doctest/doctest.h>

#include "stages/common/notes/score.h"
#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/wording.h"
#include "stages/consolidation/working/chat_summary.h"
#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

/// What each unit of a message is worth less as a memory.
std::vector<Reading> readings(std::string_view message) {
  const notes::Names names = notes::names_of({"Ann", "Bo"});
  notes::WordStatistics statistics;
  return readings_of(notes::score_message(message, {}, names, statistics), names);
}

}  // namespace

TEST_CASE("what encourages or is true for everybody or only shows a picture is worth less as a memory") {
  const std::int64_t plain = readings("I sold my boat to Clara in Oslo yesterday.").front().lack;
  CHECK(plain == 0);
  for (const char* text : {"You should always trust your own heart.", "Keep going, the next step will be the best.",
                           "Books have a way of opening up whole worlds.", "Here's one that we made over the weekend.",
                           "Nothing much happened since we last talked."}) {
    CAPTURE(text);
    CHECK(readings(text).front().lack >= 800'000'000);
  }
}

TEST_CASE("of a unit whose first or last sentence points back the other one is quoted") {
  const auto quoted = [](std::string_view message) {
    const notes::Names names = notes::names_of({"Ann", "Bo"});
    notes::WordStatistics statistics;
    const auto units = notes::score_message(message, {}, names, statistics);
    const auto found = readings_of(units, names);
    REQUIRE(units.size() == 1);
    CHECK_FALSE(found[0].unnamed);
    return std::string(own_text(units[0], found[0]));
  };
  CHECK(quoted("It really is so! I found a ferry to Oslo yesterday.") == "I found a ferry to Oslo yesterday.");
  CHECK(quoted("I found a ferry yesterday. Seeing them dance was so nice.") == "I found a ferry yesterday.");
  CHECK(quoted("I found a ferry yesterday. The ferry was so nice.") ==
        "I found a ferry yesterday. The ferry was so nice.");
}

TEST_CASE("pass 1 keeps a sentence with a high score although it costs something that it points back") {
  Heard heard;
  notes::ScoredUnit unit;
  heard.readings.resize(1);
  const auto value = [&](std::int64_t score, std::int64_t cost) {
    unit.score = score;
    heard.units = {unit};
    heard.readings[0].cost = cost;
    return heard.value(0);
  };
  constexpr std::int64_t kOne = notes::kScoreOne;
  CHECK(value(kSaysMuch, kOne) == notes::kWorthKeeping);
  CHECK(value(3 * kOne, kOne) == 2 * kOne);
  CHECK(value(kSaysMuch, kOne * 3 / 2) == kSaysMuch - kOne * 3 / 2);
  CHECK(value(kSaysMuch - 1, kOne) == kSaysMuch - 1 - kOne);
}

TEST_CASE("a chat that pass 1 keeps but of which no sentence is worth an insight is deleted as slight") {
  ConsolidationFixture fixture;
  SUBCASE("by pass 2") {
    fixture.say("They took it to Oslo with them on Sunday.", "True!", 0);
    fixture.sweep(kSecond);
    CHECK(fixture.insights.empty());
    const auto pass = fixture.last_pass();
    CHECK(pass["slight"] == 1);
    CHECK(pass["deleted"] == 1);
    CHECK(pass["processed"] == 1);
  }
  SUBCASE("but not what pass 1 drops") {
    fixture.say("Hi Bot!", "Hello Ann!", 0);
    fixture.sweep(kSecond);
    CHECK(fixture.last_pass()["deleted"] == 1);
    CHECK(fixture.last_pass()["slight"] == 0);
  }
}

TEST_CASE("a topic takes the better side of a chat and no sentence that is cut") {
  const notes::Names names = notes::names_of({"Ann", "Bo"});
  notes::WordStatistics statistics;
  std::vector<Heard> messages;
  for (const std::string_view text :
       {"I sold my boat to Clara in Oslo on Sunday.", "I moved to a house near the harbour in Porto last May."}) {
    Heard heard;
    heard.speaker = messages.empty() ? "Ann" : "Bo";
    heard.text = text;
    heard.units = notes::score_message(text, {}, names, statistics);
    heard.readings = readings_of(heard.units, names);
    messages.push_back(std::move(heard));
  }
  const std::size_t better = messages[0].worth(0) > messages[1].worth(0) ? 0 : 1;
  const ChatSummary summary = chat_summary(messages, EventTime{0}, 1);
  REQUIRE(summary.spans.size() == 2);
  CHECK(summary.fact.span == summary.spans[better]);
  CHECK(summary.fact.asked_in.empty());
}

TEST_CASE("an answer takes what its speaker had said if that names the event of the question") {
  ConsolidationFixture fixture;
  fixture.say("I visited a harbour in Oslo last Sunday.", "Fun! Which boats did you see during your visit?", 0);
  fixture.say("I saw two ferries and a red tug with my aunt Clara.", "Nice!", kMinute);
  fixture.sweep(2 * kMinute);
  bool found = false;
  for (const std::string& summary : fixture.summaries()) {
    found = found ||
            summary ==
                "Ann, 1 January 2026, asked \"Which boats did you see during your visit?\" after saying \"I visited a "
                "harbour in Oslo last Sunday.\": I saw two ferries and a red tug with my aunt Clara.";
  }
  CHECK(found);
}

TEST_CASE("an answer that stands alone loses a question whose event nothing names") {
  ConsolidationFixture fixture;
  fixture.say("Good morning.", "Which boats did you see during your visit?", 0);
  fixture.say("I saw two ferries and a red tug with my aunt Clara.", "Nice!", kMinute);
  fixture.sweep(2 * kMinute);
  CHECK(fixture.summaries() ==
        std::vector<std::string>{"Ann, 1 January 2026: I saw two ferries and a red tug with my aunt Clara."});
}

TEST_CASE("a question that needs its date gives it to the answer") {
  ConsolidationFixture fixture;
  fixture.say("Good morning.", "Which boat will you sail next week?", 0);
  fixture.say("The red tug of my aunt Clara in Oslo.", "Nice!", kMinute);
  fixture.sweep(2 * kMinute);
  CHECK(fixture.summaries() ==
        std::vector<std::string>{"Ann, 1 January 2026, asked \"Which boat will you sail next week?\": "
                                 "The red tug of my aunt Clara in Oslo."});
}

TEST_CASE("the second side of a chat is not cut inside a sentence") {
  ConsolidationFixture fixture;
  std::string first = "I sold my boat to Clara in Oslo on Sunday";
  std::string second = "I moved to a house near the harbour in Porto last May with my sister Rosa";
  for (int i = 0; i < 8; ++i) {
    first += ", to Ida " + std::to_string(i);
    second += ", and with Eva " + std::to_string(i);
  }
  fixture.say(first + ".", second + ".", 0);
  fixture.sweep(kSecond);
  REQUIRE(fixture.summaries().size() == 1);
  const std::string summary = fixture.summaries().front();
  CHECK(summary.ends_with("."));
  CHECK((summary.find(first) == std::string::npos || summary.find(second) == std::string::npos));
}

TEST_CASE("an answer takes what its speaker had said if the question names nothing") {
  ConsolidationFixture fixture;
  fixture.say("I took my two turtles to a lake near Oslo on Sunday.", "Fun! How long did they swim there?", 0);
  const std::string before = fixture.last_turn_id();
  fixture.say("They swam for two hours, until the ferry came at noon.", "Nice!", kMinute);
  SUBCASE("and rests on both turns") {
    fixture.sweep(2 * kMinute);
    bool found = false;
    for (const auto& [id, insight] : fixture.insights) {
      if (insight["summary"].get<std::string>().find("They swam") != std::string::npos) {
        found = true;
        CHECK(
            insight["summary"] ==
            "Ann, 1 January 2026, asked \"How long did they swim there?\" after saying \"I took my two turtles to a lake near Oslo on "
            "Sunday.\": They swam for two hours, until the ferry came at noon.");
        REQUIRE(insight["sources"].size() == 2);
        CHECK(insight["sources"][1]["turn_id"] == before);
      }
    }
    CHECK(found);
  }
  SUBCASE("and loses it if that turn is forgotten") {
    fixture.command("forget", R"({"ids":[")" + before + R"("]})", 2 * kMinute);
    CHECK_FALSE(fixture.rows_contain("two turtles"));
    fixture.sweep(3 * kMinute);
    CHECK_FALSE(fixture.rows_contain("two turtles"));
  }
}

}  // namespace turnstream::consolidation
