#include "stages/consolidation/speech/stand_ins.h"

#include <doctest/doctest.h>

#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

Wording read_stand_ins(std::string_view text) {
  static const notes::Names names = notes::names_of({"Ann", "Bo"});
  return wording_of(text, names);
}

}  // namespace

TEST_CASE("words that stand for a noun of another sentence leave it unnamed") {
  for (const char* text : {"The harbour is quiet, and this one is my choice.", "Ann sails, and I feel the same way.",
                           "I loved doing something similar with my boat.", "I feel like a sailor, so I plan a few.",
                           "The crew came early, and I packed this at noon.", "I found this cove on a walk.",
                           "My neighbour had a boat with that name, but sold it.",
                           "We even danced on the deck afterwards.", "I saw another at the harbour."}) {
    CAPTURE(text);
    CHECK(read_stand_ins(text).referents.unnamed);
  }
  for (const char* text :
       {"I live in this town.", "I met this lovely sailor, Clara.", "I read this inspiring book about boats.",
        "I found this book about boats.", "The cove is far, but I love this cove.",
        "I own many boats, so I sell a few.", "We came this week.", "We ate on deck. We danced afterwards.",
        "I saw another boat at the harbour."}) {
    CAPTURE(text);
    CHECK_FALSE(read_stand_ins(text).referents.unnamed);
  }
}

TEST_CASE("something that happened says nothing if it is not described") {
  for (const char* text :
       {"Last week I had a setback.", "I've got a funny story.", "We had quite an adventure at sea!"}) {
    CAPTURE(text);
    CHECK(read_stand_ins(text).referents.empty_event);
  }
  for (const char* text : {"I had a setback: the boat sank.", "I had the experience of a storm.",
                           "I had an adventure sailing to Oslo.", "I had a boat.", "We had a plan to sail."}) {
    CAPTURE(text);
    CHECK_FALSE(read_stand_ins(text).referents.empty_event);
  }
}

TEST_CASE("moods and events and times and the whole of a part are not named by their nouns") {
  for (const char* text : {"It was a great experience.", "My goals are a challenge.", "We do it each summer.",
                           "It is so rich and creamy.", "How have you been since we talked?"}) {
    CAPTURE(text);
    CHECK_FALSE(read_stand_ins(text).referents.names);
  }
  CHECK(read_stand_ins("I started knitting a year ago.").referents.names);
  CHECK(read_stand_ins("The hardest part was the wind.").referents.recalls);
  CHECK(read_stand_ins("Reaching the top was hard.").referents.recalls);
  CHECK_FALSE(read_stand_ins("The hardest part of sailing was the wind.").referents.recalls);
}

TEST_CASE("a day of an unnamed month and a number of weeks need the date") {
  for (const char* text : {"We met on the 15th.", "I work on it in the next few months."}) {
    CAPTURE(text);
    CHECK(has_relative_time(text));
  }
  CHECK(has_relative_time("We lost last week's match."));
  CHECK_FALSE(has_relative_time("I have two months of leave."));
}

TEST_CASE("an order speaks to the other side") {
  CHECK(read_stand_ins("Take paper and ink. Don't forget the map.").addresses);
  CHECK_FALSE(read_stand_ins("I don't forget the map.").addresses);
}

TEST_CASE("a question asks back if what it names was named before or a pronoun stands for it") {
  CHECK(read_stand_ins("How did they get there?").asks_back());
  CHECK(read_stand_ins("How was the event?").asks_back());
  CHECK_FALSE(read_stand_ins("What did you cook in Porto?").asks_back());
  CHECK_FALSE(read_stand_ins("What is this?").asks_back());
}

}  // namespace turnstream::consolidation
