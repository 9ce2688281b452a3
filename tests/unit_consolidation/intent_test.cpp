#include "stages/consolidation/speech/intent.h"

#include <doctest/doctest.h>
#include <string_view>

#include "stages/common/notes/score.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

Intent intent_in(std::string_view unit) {
  return wording_of(unit, notes::names_of({"Ann", "Bo Lee"})).intent;
}

std::int64_t cost_in(std::string_view text) {
  const notes::WordStatistics statistics;
  const auto units = notes::score_message(text, {}, notes::names_of({"Ann", "Bo Lee"}), statistics);
  REQUIRE(units.size() == 1);
  return cost_of(intent_in(text), units.front().features);
}

}  // namespace

TEST_CASE("an order is what is carried out at once and says nothing about the speaker") {
  for (const char* unit : {"Translate this sentence into Dutch", "ok, now please shorten the second part",
                           "Could you please compare both offers?", "Give me three titles", "Try again"}) {
    CAPTURE(unit);
    CHECK(intent_in(unit) == Intent::kOrder);
  }
  for (const char* unit :
       {"Compare my old contract with the new one", "Run the linter before each commit", "Answer in Dutch from now on",
        "Never show prices without tax", "Can you", "Could we try", "The try failed", "Please", ""}) {
    CAPTURE(unit);
    CHECK(intent_in(unit) == Intent::kNone);
  }
}

TEST_CASE("a next action is what is looked up at once") {
  for (const char* unit : {"Let me look at the stack trace", "First, I'll read the manifest", "Now I'm going to search",
                           "I am going to verify the checksum", "Give me a moment", "One second please"}) {
    CAPTURE(unit);
    CHECK(intent_in(unit) == Intent::kNextAction);
  }
  for (const char* unit : {"I'm going to look for another flat", "I will find a new dentist", "Let me", "I'll",
                           "Let me be", "I'm going", "I am", "One"}) {
    CAPTURE(unit);
    CHECK(intent_in(unit) == Intent::kNone);
  }
}

TEST_CASE("wishes and farewells are found behind interjections") {
  for (const char* unit : {"Oh, good luck with it!", "I hope you sleep better", "Hope things calm down", "See you!",
                           "Have a nice weekend", "Sorry to hear that"}) {
    CAPTURE(unit);
    CHECK(intent_in(unit) == Intent::kWish);
  }
  CHECK(intent_in("I hope to finish the thesis") == Intent::kNone);
  CHECK(intent_in("Have you met Clara?") == Intent::kNone);
}

TEST_CASE("an intent costs nothing if the unit names a person or a day") {
  CHECK(cost_in("Let me check the logs") > 0);
  CHECK(cost_in("I'll check the roof on Friday") == 0);
  CHECK(cost_in("Have fun on Friday") > 0);
  CHECK(cost_in("Have fun with your sister") == 0);
  CHECK(cost_in("Summarise the letter from Doctor Osei") == 0);
  CHECK(cost_in("The roof leaks") == 0);
}

}  // namespace turnstream::consolidation
