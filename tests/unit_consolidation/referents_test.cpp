#include "stages/consolidation/speech/referents.h"

#include <doctest/doctest.h>

#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

const notes::Names& ann_and_bo() {
  static const notes::Names names = notes::names_of({"Ann", "Bo"});
  return names;
}

Referents read_referents(std::string_view text) {
  return wording_of(text, ann_and_bo()).referents;
}

}  // namespace

TEST_CASE("a pronoun is not understood before anything was named that it can mean") {
  for (const char* text :
       {"I made it with almonds.", "They love the garden.", "The kettle is hot, so they wait.",
        "That was hard for the crew.", "Super! It was rich and salty.", "He sailed to Malta.",
        "I like doing that on the ferry.", "I've had the chance to meet him.", "After that, we sang."}) {
    CAPTURE(text);
    CHECK(read_referents(text).unnamed);
  }
  for (const char* text : {"The kettle broke, so I threw it away.", "My cousins came, and they loved the garden.",
                           "It is hard to leave the island.", "It took a while to fix the roof.", "How's it going?",
                           "One of my aunts sails.", "My aunt says that she sails."}) {
    CAPTURE(text);
    CHECK_FALSE(read_referents(text).unnamed);
  }
}

TEST_CASE("a question about that alone does not name it") {
  CHECK(read_referents("Is that new?").unnamed);
  CHECK(read_referents("Was this your first?").unnamed);
  CHECK_FALSE(read_referents("Is that boat new?").unnamed);
}

TEST_CASE("the end or the favourite part of something is not understood without it") {
  for (const char* text : {"The view from the top was wide.", "Sailing past the rocks was my favorite part."}) {
    CAPTURE(text);
    CHECK(read_referents(text).recalls);
  }
  for (const char* text : {"The view from the top of the mast was wide.", "We climbed a mast, and I slept at the top.",
                           "My favorite part of sailing is the wind."}) {
    CAPTURE(text);
    CHECK_FALSE(read_referents(text).recalls);
  }
}

TEST_CASE("a short remark on what was shown names nothing") {
  for (const char* text : {"That's stunning!", "This looks so good! I sail, too.", "That was really hard."}) {
    CAPTURE(text);
    CHECK(read_referents(text).remarks);
  }
  for (const char* text : {"That's my aunt.", "This is Clara.", "The boat is new.",
                           "That boat is one of those that were built for the race in the harbour."}) {
    CAPTURE(text);
    CHECK_FALSE(read_referents(text).remarks);
  }
}

TEST_CASE("a text names something with a noun and not with a mood or a time") {
  for (const char* text : {"I sold the boat.", "We fly to Oslo.", "My aunt sails.", "I love pottery."}) {
    CAPTURE(text);
    CHECK(read_referents(text).names);
  }
  for (const char* text : {"Super good!", "I've been so happy lately.", "That looks delicious!", "See you soon, Bo.",
                           "That was awesome!", "Best ever. [image: a red kite over a hill]"}) {
    CAPTURE(text);
    CHECK_FALSE(read_referents(text).names);
  }
}

TEST_CASE("a noun behind that was named before") {
  for (const char* text : {"That boat is fast.", "Watching that film with Clara was fun."}) {
    CAPTURE(text);
    CHECK(read_referents(text).recalls);
  }
  for (const char* text : {"I know that boats are fast.", "The boat is fast."}) {
    CAPTURE(text);
    CHECK_FALSE(read_referents(text).recalls);
  }
}

TEST_CASE("a question that names nothing takes the sentence before it that does") {
  const QuotedQuestion question = last_question("Wow! That boat looks fast! Who sold it to you?", ann_and_bo());
  CHECK(question.text == "That boat looks fast! Who sold it to you?");
  CHECK(question.explains);
  const QuotedQuestion without = last_question("Sounds great! How long have you had them?", ann_and_bo());
  CHECK(without.text == "How long have you had them?");
  CHECK_FALSE(without.explains);
  const QuotedQuestion alone = last_question("The boat is fast! Where did your cousins go?", ann_and_bo());
  CHECK(alone.text == "Where did your cousins go?");
  CHECK(alone.explains);
}

TEST_CASE("a question that only asks for agreement stands in no label") {
  for (const char* text : {"Boats are so calming, right?", "The boat is fast, isn't it?", "It was a long trip, huh?"}) {
    CAPTURE(text);
    const QuotedQuestion question = last_question(text, ann_and_bo());
    CHECK(question.agrees);
    CHECK(question.text.empty());
  }
  CHECK_FALSE(last_question("When the boat was sold, who bought it?", ann_and_bo()).agrees);
}

TEST_CASE("a sentence that stands in a label is short and understood alone") {
  Reading reading;
  CHECK(said_of("I took my \"old\" boat out.", reading) == "I took my 'old' boat out.");
  CHECK(said_of("Note: the boat is gone.", reading).empty());
  CHECK(said_of("Boats, no?", reading).empty());
  CHECK(said_of("I sold the boat. " + std::string(120, 'x') + ".", reading) == "I sold the boat.");
  reading.unnamed = true;
  CHECK(said_of("I took it out to sea.", reading).empty());
}

}  // namespace turnstream::consolidation
