#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {

TEST_CASE("insights that say the same merge and keep all sources") {
  ConsolidationFixture fixture;
  fixture.observe("The main database of the shop runs on host amber in rack nine.", 0);
  fixture.sweep(kSecond);
  fixture.observe("the main database of the shop runs on host amber in  rack nine!", kDay + kMinute);
  fixture.observe("Our main database of the shop runs on host amber in rack nine.", kDay + kMinute);
  fixture.sweep(kDay + 2 * kMinute);
  REQUIRE(fixture.insights.size() == 1);
  const auto& insight = fixture.insights.begin()->second;
  CHECK(insight["summary"] == "The main database of the shop runs on host amber in rack nine.");
  CHECK(insight["sources"].size() == 3);
  CHECK(fixture.events_of("merge").size() == 2);
  CHECK(fixture.events_of("merge")[0]["kept"] == insight["id"]);
  CHECK(fixture.events_of("merge")[0]["merged"].size() == 1);
  CHECK(fixture.last_pass()["merged"] == 2);
  CHECK(fixture.last_pass()["processed"] == 2);
  CHECK(fixture.events_of("extracted").size() == 1);
}

TEST_CASE("a number or a negation in one alone and another speaker keep insights apart") {
  ConsolidationFixture fixture;
  fixture.observe("The main database of the shop runs on host amber with port 8080 open.", 0);
  fixture.observe("The main database of the shop runs on host amber with port 9090 open.", 1);
  fixture.observe("The main database of the shop never runs on host amber with port 9090 open.", 2);
  fixture.say("I have been learning to play the old violin of my grandmother since June.", "", 3);
  fixture.say("", "I have been learning to play the old violin of my grandmother since June.", 4);
  fixture.sweep(kSecond);
  CHECK(fixture.insights.size() == 5);
}

TEST_CASE("an access counts at the insight") {
  ConsolidationFixture fixture;
  fixture.observe("The cache lives in Frankfurt.", 0);
  fixture.sweep(kSecond);
  const std::string id = fixture.insights.begin()->first;
  fixture.command("access", R"({"ids":[")" + id + R"("],"counts":[3]})", kMinute);
  CHECK(fixture.insights[id]["access_count"] == 3);
  CHECK(fixture.insights[id]["last_accessed_at"] == "2026-01-01T10:01:00.000Z");
  CHECK(fixture.events_of("extracted").size() == 1);
}

TEST_CASE("accesses are counted up to a bound") {
  ConsolidationFixture fixture;
  fixture.observe("The cache lives in Frankfurt.", 0);
  fixture.sweep(kSecond);
  const std::string id = fixture.insights.begin()->first;
  const std::string args = R"({"ids":[")" + id + R"("],"counts":[9223372036854775807]})";
  fixture.command("access", args, kMinute);
  fixture.command("access", args, 2 * kMinute);
  CHECK(fixture.insights[id]["access_count"] == 1'000'000'000'000);
}

TEST_CASE("beyond the bound the least important insight leaves and of equal ones the longest unused") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"insights_max":2}})");
  fixture.observe("The cache lives in Frankfurt.", 0);
  fixture.sweep(1);
  fixture.observe("Our mail server speaks to Globex.", kMinute);
  fixture.sweep(kMinute + 1);
  std::string first;
  for (const auto& [id, insight] : fixture.insights) {
    first = insight["summary"] == "The cache lives in Frankfurt." ? id : first;
  }
  fixture.command("access", R"({"ids":[")" + first + R"("]})", 2 * kMinute);
  fixture.observe("A printer arrived from Lisbon.", 3 * kMinute);
  fixture.sweep(3 * kMinute + 1);
  CHECK(fixture.summaries() ==
        std::vector<std::string>{"A printer arrived from Lisbon.", "The cache lives in Frankfurt."});
  REQUIRE(fixture.events_of("quota").size() == 1);
  CHECK(fixture.events_of("quota")[0]["items"].size() == 1);
  CHECK(fixture.last_pass()["stats"]["insight_count"] == 2);
}

TEST_CASE("forgetting an item or its turn or its session removes all that rests on it") {
  const std::string word = "zyxwvutsrqpo";
  for (const int way : {0, 1, 2, 3, 4, 5}) {
    CAPTURE(way);
    ConsolidationFixture fixture;
    fixture.observe("The code name of the project is " + word + " since May 2024.", 0);
    const std::string item = fixture.working.begin()->first;
    if (way % 2 == 0) {
      fixture.sweep(kSecond);
      CHECK(fixture.insights.size() == 1);
    }
    CHECK(fixture.rows_contain(word));
    const std::vector<std::string> args{R"({"ids":[")" + item + R"("]})", R"({"ids":["turn1"]})",
                                        R"({"session_id":"s1"})"};
    fixture.command("forget", args[static_cast<std::size_t>(way / 2)], kMinute);
    CHECK(fixture.insights.empty());
    CHECK(fixture.working.empty());
    CHECK_FALSE(fixture.rows_contain(word));
  }
}

TEST_CASE("forgetting one of the sources of a merged insight removes the insight") {
  ConsolidationFixture fixture;
  fixture.observe("The main database of the shop runs on host amber in rack nine.", 0);
  fixture.sweep(kSecond);
  fixture.observe("Our main database of the shop runs on host amber in rack nine.", kMinute);
  fixture.sweep(2 * kMinute);
  REQUIRE(fixture.insights.size() == 1);
  fixture.command("forget", R"({"ids":["turn2"]})", 3 * kMinute);
  CHECK(fixture.insights.empty());
}

TEST_CASE("forgetting the turn that asked or its item takes the question from an entry that quotes it") {
  const std::string word = "zyxwvutsrqpo";
  for (const bool by_item : {false, true}) {
    CAPTURE(by_item);
    ConsolidationFixture fixture;
    fixture.say("Hello there.", "Where did you go after the concert in " + word + " last June?", 0);
    const std::string item = fixture.items.begin()->first;
    fixture.say("To Porto with my brother for three weeks in August.", "", kMinute);
    CHECK(fixture.rows_contain(word));
    fixture.command("forget", by_item ? R"({"ids":[")" + item + R"("]})" : R"({"ids":["turn1"]})", 2 * kMinute);
    CHECK_FALSE(fixture.rows_contain(word));
    fixture.sweep(3 * kMinute);
    CHECK(fixture.summaries() ==
          std::vector<std::string>{"Ann, 1 January 2026: To Porto with my brother for three weeks in August."});
  }
}

TEST_CASE("an insight goes with the turn whose question it quotes however many others were merged into it") {
  ConsolidationFixture fixture;
  const std::string answer = "To Porto with my brother for three weeks in August, on the night train over Salamanca ";
  std::int64_t at = 0;
  for (std::size_t i = 1; i <= 20; ++i) {
    fixture.say("Hello.", "Where did you go with your sister after the concert in Coimbra?", at += kMinute);
    fixture.say(answer + std::string(i, 'a') + ".", "", at += kMinute);
    fixture.sweep(at += kMinute);
  }
  const auto quotes = [](const auto& entry) {
    return entry.second["summary"].template get_ref<const std::string&>().find("asked") != std::string::npos;
  };
  const auto quote = std::find_if(fixture.insights.begin(), fixture.insights.end(), quotes);
  REQUIRE(quote != fixture.insights.end());
  CHECK(quote->second["sources"].size() == 16);
  fixture.command("forget", R"({"ids":["turn1"]})", at += kMinute);
  CHECK(std::none_of(fixture.insights.begin(), fixture.insights.end(), quotes));
}

TEST_CASE("a forgotten sentence makes no insight again until it is allowed") {
  ConsolidationFixture fixture;
  fixture.say("I was born in the village of Azinhaga in 1922.", "", 0);
  fixture.sweep(kSecond);
  CHECK(fixture.insights.size() == 1);
  fixture.command("forget", R"({"ids":["turn1"]})", kMinute);
  fixture.say("I was born in the village of Azinhaga in 1922.", "", 2 * kMinute);
  fixture.sweep(3 * kMinute);
  CHECK(fixture.insights.empty());
  CHECK(fixture.command("unforget", R"({"ids":["turn7"]})", 4 * kMinute).processed == 0);
  CHECK(fixture.command("unforget", R"({"ids":["turn1"]})", 4 * kMinute).processed == 1);
  fixture.say("I was born in the village of Azinhaga in 1922. ", "", 2 * kDay);
  fixture.sweep(2 * kDay + kMinute);
  CHECK(fixture.insights.size() == 1);
}

TEST_CASE("a forgotten sentence with a colon is not kept again: neither behind a name nor without one") {
  const std::string sentence = "My plan for the boat: I sell it in Porto in 2027.";
  for (const int way : {0, 1, 2, 3}) {
    CAPTURE(way);
    const bool said = way < 2;
    const bool said_again = way % 2 == 0;
    ConsolidationFixture fixture;
    said ? fixture.say(sentence, "", 0) : fixture.observe(sentence, 0);
    fixture.sweep(kSecond);
    REQUIRE(fixture.insights.size() == 1);
    CHECK(fixture.summaries()[0].ends_with("My plan for the boat: I sell it in Porto in 2027."));
    CHECK(fixture.summaries()[0].starts_with("My plan") == !said);
    fixture.command("forget", R"({"ids":[")" + fixture.insights.begin()->first + R"("]})", kMinute);
    const auto again = [&](std::int64_t at_ms) {
      said_again ? fixture.say(sentence, "", at_ms) : fixture.observe(sentence, at_ms);
      fixture.sweep(at_ms + kSecond);
    };
    again(2 * kDay);
    CHECK(fixture.insights.empty());
    fixture.command("unforget", R"({"ids":["turn1"]})", 3 * kDay);
    again(5 * kDay);
    CHECK(fixture.insights.size() == 1);
  }
}

TEST_CASE("a sentence is allowed by the id of each memory that was forgotten with it") {
  for (const std::string kind : {"insight", "daily", "topic", "turn"}) {
    CAPTURE(kind);
    ConsolidationFixture fixture;
    fixture.say("I was born in the village of Azinhaga in 1922.", "", 0);
    fixture.sweep(kSecond);
    std::string id = fixture.insights.begin()->first;
    for (const auto& change : fixture.command("sweep", R"({"passes":["flush","topics"]})", 2 * kSecond).changes) {
      id = change.kind == kind ? change.id : id;
    }
    fixture.command("forget", R"({"ids":["turn1"]})", kMinute);
    fixture.command("unforget", R"({"ids":[")" + (kind == "turn" ? "turn1" : id) + R"("]})", 2 * kMinute);
    fixture.say("I was born in the village of Azinhaga in 1922. ", "", 2 * kDay);
    fixture.sweep(2 * kDay + kMinute);
    CHECK(fixture.insights.size() == 1);
  }
}

TEST_CASE("forgetting all leaves only the totals") {
  ConsolidationFixture fixture;
  fixture.say("I moved to Porto with my sister last year.", "Where did you live before Porto?", 0);
  fixture.observe("The cache lives in Frankfurt.", kSecond);
  fixture.sweep(2 * kSecond);
  fixture.observe("A printer arrived from Lisbon.", 3 * kSecond);
  fixture.command("forget", R"({"all":true,"confirm":"helper"})", kMinute);
  CHECK(fixture.insights.empty());
  CHECK(fixture.working.empty());
  const auto& rows = fixture.driver().rows("helper");
  REQUIRE(rows.size() == 1);
  CHECK(rows.begin()->first == "heads");
  CHECK(fixture.stage().describe("heads", rows.begin()->second).size() == 1);
  CHECK(fixture.driver().timers("helper").empty());
}

}  // namespace turnstream::consolidation
