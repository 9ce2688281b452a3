#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {

TEST_CASE("what a session said is flushed into the daily log and forgotten with its turns") {
  ConsolidationFixture fixture;
  fixture.say("I moved my boat to Porto with my sister last year.", "Nice!", 0);
  fixture.tick_to(10 * kMinute);
  const auto flushes = fixture.events_of("flush");
  REQUIRE(flushes.size() == 1);
  CHECK(flushes[0]["messages"] == 2);
  CHECK(flushes[0]["entry"] == "Ann, 1 January 2026: I moved my boat to Porto with my sister last year.");
  const auto outcome = fixture.command("forget", R"({"ids":["turn1"]})", 11 * kMinute);
  CHECK(outcome.of_kind("daily").size() == 1);
  CHECK_FALSE(fixture.rows_contain("boat"));
}

TEST_CASE("a named model is asked about a session and its answer becomes the entry") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"model":{"name":"small-1"}})");
  fixture.say("I moved my boat to Porto with my sister last year.", "Nice!", 0);
  fixture.tick_to(6 * kMinute + 30 * kSecond);
  REQUIRE(fixture.requests.size() == 1);
  CHECK(fixture.requests[0].request.purpose == "flush");
  fixture.answer(fixture.requests[0], R"({"items":["Ann moved her boat to Porto."]})", 7 * kMinute);
  REQUIRE(fixture.events_of("flush").size() == 1);
  CHECK(fixture.events_of("flush")[0]["entry"] == "Ann moved her boat to Porto.");
}

TEST_CASE("a sweep makes the flush and the curation that it names") {
  ConsolidationFixture fixture;
  fixture.set_settings(R"({"consolidation":{"curation":true}})");
  fixture.say("I moved my boat to Porto with my sister last year.", "Nice!", 0);
  fixture.command("sweep", R"({"passes":["consolidate"]})", kSecond);
  CHECK(fixture.events_of("flush").empty());
  fixture.command("sweep", R"({"passes":["flush","curate"]})", 2 * kSecond);
  CHECK(fixture.events_of("flush").size() == 1);
  CHECK(fixture.events_of("curation").size() == 1);
}

TEST_CASE("a turn that is forgotten after the flush keeps no sentence of the other turns out of later insights") {
  ConsolidationFixture fixture;
  const std::string car = "My neighbour Paul sells a red car for 3000 euros.";
  const std::string violin = "I started to learn the violin in June with a teacher called Marek.";
  const std::string dog = "Our dog Bruno broke his leg on Saturday and had surgery.";
  std::int64_t at = 0;
  for (const std::string& text : {car, violin, dog}) {
    fixture.say(text, "Noted.", at += kSecond);
  }
  fixture.command("sweep", R"({"passes":["flush"]})", kMinute);
  REQUIRE(fixture.daily.size() == 1);
  REQUIRE(fixture.daily.begin()->second["lines"].size() == 3);
  fixture.command("forget", R"({"ids":["turn1"]})", 2 * kMinute);
  REQUIRE(fixture.daily.size() == 1);
  CHECK(fixture.daily.begin()->second["lines"].size() == 2);
  CHECK_FALSE(fixture.rows_contain("Paul"));
  fixture.sweep(3 * kMinute);
  CHECK(fixture.insights.size() == 2);
}

}  // namespace turnstream::consolidation
