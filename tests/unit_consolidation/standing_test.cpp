#include "stages/consolidation/speech/standing.h"

#include <doctest/doctest.h>

#include "stages/common/language/status_line.h"
#include "stages/common/notes/score.h"
#include "stages/consolidation/speech/emptiness.h"
#include "stages/consolidation/speech/heard.h"
#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/wording.h"
#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

const notes::Names& annabel_and_bo() {
  static const notes::Names names = notes::names_of({"Annabel", "Bo"});
  return names;
}

Wording read_standing(std::string_view text) {
  return wording_of(text, annabel_and_bo());
}

struct Answer {
  std::vector<notes::ScoredUnit> units;
  std::vector<Reading> readings;
  QuotedQuestion question;
};

/// A message behind another one.
Answer answer(std::string_view before, std::string_view message) {
  notes::WordStatistics statistics;
  Answer read;
  read.question = last_question(before, annabel_and_bo());
  read.units =
      notes::score_message(message, notes::question_in(before, annabel_and_bo()), annabel_and_bo(), statistics);
  read.readings = readings_of(read.units, annabel_and_bo(), read.question);
  return read;
}

}  // namespace

TEST_CASE("a noun with an article at the front is unknown unless the text says which one is meant") {
  for (const auto& [text, noun] : {std::pair("The colours were bright.", "colours"),
                                   {"And the harbour looks calm.", "harbour looks calm"},
                                   {"I was glad that the event went well.", "event"},
                                   {"I like rowing, and this ferry is my favourite.", "ferry"},
                                   {"We fed those goats.", "goats"},
                                   {"I had that lamp, and it burned.", "lamp"},
                                   {"I love this series.", "series"},
                                   {"Seeing this pic made me smile.", "pic"},
                                   {"I walk, and there is more on these trails that I like.", "trails"},
                                   {"They help through the whole process.", "process"}}) {
    const std::string_view sentence = text;
    CAPTURE(sentence);
    const bool as_expected = read_standing(sentence).standing.unknown == noun;
    CHECK(as_expected);
  }
  for (const char* text :
       {"The harbour of Oslo looks calm.", "The boat I sold is fast.", "The kids swim a lot.",
        "The first winter was hard.", "I rowed a boat. The oars were heavy.", "The pic is from a ferry.",
        "This pic from a ferry is old.", "This photo is old. [image: a ferry]", "We met those sailors that rowed.",
        "We know that boats sink.", "I hope this works.", "The whole family rows.", "That looks delicious!",
        "We vote for parks and the library."}) {
    CAPTURE(std::string(text));
    CHECK(read_standing(text).standing.unknown.empty());
  }
}

TEST_CASE("a noun behind the is definite wherever it stands unless the text or everybody knows it") {
  for (const char* text :
       {"What does the sign say?", "Have you read any of the letters?", "I wanted the colours back."}) {
    CAPTURE(text);
    CHECK(read_standing(text).standing.definite);
  }
  for (const char* text : {"How was the weather?", "Who painted the sign at your door?", "Did the kids eat?",
                           "I saw a sign, and the sign was old.", "What is the best boat?"}) {
    CAPTURE(text);
    CHECK_FALSE(read_standing(text).standing.definite);
  }
  CHECK(read_standing("I wanted the colours back.").standing.definite_alone);
  CHECK_FALSE(read_standing("I sold my boat with the oars.").standing.definite_alone);
}

TEST_CASE("an answer to a question about what the reader should know is worth less") {
  const Answer open = answer("What does the sign say?", "The sign says that hope grows.");
  const Answer told = answer("What does the sign at your door say?", "The sign says that hope grows.");
  CHECK(open.question.unclear);
  CHECK_FALSE(told.question.unclear);
  CHECK(open.readings.front().worth(0, true, false) < told.readings.front().worth(0, true, false));
  CHECK(open.readings.front().value(0, true) == told.readings.front().value(0, true));
}

TEST_CASE("advice that names nothing is worth less as a memory than another answer") {
  constexpr const char* kAnswer = "Marketing matters most of all.";
  const auto blur = [](const char* question, const char* text) { return answer(question, text).readings.front().blur; };
  CHECK(blur("Got any tips for me?", kAnswer) > blur("What matters most for shops?", kAnswer));
  CHECK(blur("Got any tips for me?", "Ask Clara in Oslo.") == 0);
}

TEST_CASE("a word that stands for a noun needs one before it") {
  for (const char* text : {"I sold the last one.", "Gives me a reason to row.", "Takes a lot of strength.",
                           "I can ask if they have any that float.", "I have wanted to row this one for years."}) {
    CAPTURE(text);
    CHECK(read_standing(text).standing.open_end);
  }
  for (const char* text : {"I have two boats, and I sold the last one.", "One of my aunts rows.", "Boats are heavy.",
                           "Here's a boat.", "I have a few boats, but I sold some."}) {
    CAPTURE(text);
    CHECK_FALSE(read_standing(text).standing.open_end);
  }
}

TEST_CASE("a place that was not named is missing") {
  CHECK(read_standing("We rowed there.").standing.placeless);
  CHECK(read_standing("I like to swim here because the water is warm.").standing.placeless);
  CHECK_FALSE(read_standing("We went to a lake and rowed there.").standing.placeless);
  CHECK_FALSE(read_standing("I know that there is a lake.").standing.placeless);
}

TEST_CASE("a person or an object is named by a name or as a relative of a person") {
  for (const char* text : {"We met Clara.", "My older sister rows.", "Dad rows."}) {
    CAPTURE(text);
    CHECK(read_standing(text).standing.particular);
  }
  for (const char* text : {"Family is important.", "Rowing with Anna is fun."}) {
    CAPTURE(text);
    CHECK_FALSE(read_standing(text).standing.particular);
  }
  CHECK(read_standing("Oh, Anna, I sold my boat.").opening == Opening::kSelf);
}

TEST_CASE("a pronoun as an object means nothing of its own clause") {
  for (const char* text :
       {"I put a lot of love into it.", "I brought this for my aunt.", "We wrote about this because we were sad."}) {
    CAPTURE(text);
    CHECK(read_standing(text).referents.unnamed);
  }
  for (const char* text : {"I built a boat and sold it.", "I hate it when the ferry is late.",
                           "I baked pumpkin bread and gave it away."}) {
    CAPTURE(text);
    CHECK_FALSE(read_standing(text).referents.unnamed);
  }
}

TEST_CASE("a question explains an answer if it names what the answer leaves open") {
  for (const auto& [question, explains] : {std::pair("What made you sell it?", false),
                                           {"What boats do you like?", true},
                                           {"Which harbour is it?", true},
                                           {"How was the event?", false},
                                           {"What happened?", false},
                                           {"Is that your third one?", false},
                                           {"That boat is fast! Did you build it?", true},
                                           {"Sounds like a blast! Did they try it?", false}}) {
    const std::string_view asked = question;
    CAPTURE(asked);
    const bool as_expected = last_question(asked, annabel_and_bo()).explains == explains;
    CHECK(as_expected);
  }
}

TEST_CASE("a question about an object that was shown recalls it") {
  CHECK(last_question("How long did you sail that boat?", annabel_and_bo()).recalls);
  CHECK_FALSE(last_question("How long did you sail the boat?", annabel_and_bo()).recalls);
  CHECK_FALSE(last_question("That boat is fast! Did you build it?", annabel_and_bo()).recalls);
}

TEST_CASE("a sentence that stands alone needs no question that explains nothing") {
  const auto shows = [](std::string_view before, std::string_view message) {
    Answer read = answer(before, message);
    Heard heard;
    heard.question = read.question;
    heard.units = read.units;
    heard.readings = read.readings;
    return heard.shows_question(heard.best_quote().value_or(0));
  };
  CHECK_FALSE(shows("What made you do it?", "I sold my boat to my aunt in Oslo."));
  CHECK_FALSE(shows("Anything new?", "I sold my boat to my aunt in Oslo."));
  CHECK(shows("Who bought your boat?", "My aunt in Oslo bought the boat."));
  SUBCASE("nor another question of the same message") {
    CHECK_FALSE(shows("How did the trip feel? Do you also have any cats?", "My feet hurt for a week in Oslo."));
    CHECK(shows("How did the trip feel? Do you also have any cats?", "Two cats from Oslo live in my house."));
  }
}

TEST_CASE("he in an answer is not explained by a question about many") {
  Answer read =
      answer("Do you have any photos of lakes?", "I took a walk with him to Oslo in May 2020. We swam a lot.");
  Heard heard;
  heard.question = read.question;
  heard.units = read.units;
  heard.readings = read.readings;
  REQUIRE(heard.readings[0].unnamed_person);
  CHECK(heard.shows_question(0));
  CHECK_FALSE(heard.is_explained(0));
}

TEST_CASE("what holds for everyone is worth less as an insight and what names a person more") {
  const auto emptiness = [](std::string_view message) { return answer("", message).readings.back().emptiness; };
  CHECK(
      emptiness(
          "On our way home we ate a lot of bread and soup at six. The sea makes all life on land a bit better for the people of every coast.") >
      0);
  const std::int64_t plain =
      emptiness("On our way home we ate a lot of bread and soup. I love to row on quiet lakes with a warm cup of tea.");
  CHECK(plain > 0);
  CHECK(plain < kUnnamedCost / 2);
  CHECK(
      emptiness(
          "On our way home we ate a lot of bread and soup. I love to row on quiet lakes with Clara and a cup of tea.") <
      0);
}

TEST_CASE("a sentence that is the whole message is worth more") {
  const auto reading = [](std::string_view message) { return answer("", message).readings.front(); };
  CHECK(reading("I am afraid of deep water, but I do swim.").emptiness < 0);
  CHECK_FALSE(reading("The oars are new.").dangles);
  CHECK(reading("They took it to Oslo.").emptiness == 0);
}

TEST_CASE("a part of a unit does not begin behind an initial") {
  const Answer read = answer("", "That one! A song by K. Olsen that I like.");
  CHECK(own_text(read.units.front(), read.readings.front()).find("Olsen") != 0);
}

TEST_CASE("a short line about a process or a screen or without news is a status line") {
  for (const char* text :
       {"Compiling module 3 of 17", "Connected to the server.", "Heartbeat ok", "Session 4 started.",
        "No new messages.", "No changes since the last run.", "Nothing to do.", "The user is typing.",
        "The user opened the settings page.", "Agent is thinking…", "Idle for 5 minutes."}) {
    CAPTURE(text);
    CHECK(language::is_status_line(text));
  }
  for (const char* text : {"Clara started school.", "I started yoga.", "The user started therapy.", "No sugar for Ann.",
                           "The user opened a bakery.", "Deploy failed.", "We moved to Oslo.", ""}) {
    CAPTURE(text);
    CHECK_FALSE(language::is_status_line(text));
  }
}

TEST_CASE("an action without a text as its result says nothing") {
  CHECK(language::has_no_result("Action a1 completed: {}"));
  CHECK(language::has_no_result("Action a1 pending: {\"ok\":true,\"count\":3}"));
  CHECK_FALSE(language::has_no_result("Action a1 failed: {}"));
  CHECK_FALSE(language::has_no_result("Action a1 completed: {\"chosen\":\"oak\"}"));
  CHECK_FALSE(language::has_no_result("Action a1 completed: {\"chosen\":[\"oak\"]}"));
  CHECK_FALSE(language::has_no_result("The action is over."));
}

TEST_CASE("a message of code makes no insight") {
  for (const char* text : {"while (boats > 0) { sail(boats--); }", "DELETE FROM boats WHERE length > 9;",
                           "boatctl launch -v harbour", "boatctl --all"}) {
    CAPTURE(text);
    CHECK(language::is_code(text));
  }
  for (const char* text :
       {"I sold my boat (the red one); it was old.", "Use the flag -v, and you see more.",
        "My aunt - a sailor - lives in Oslo.", "See you at 5 :)", "[image: boats; oars = (two)]", ""}) {
    CAPTURE(text);
    CHECK_FALSE(language::is_code(text));
  }
  ConsolidationFixture fixture;
  fixture.say("for (int boat = 0; boat < 9; ++boat) { sail(Oslo); }", "Nice!", 0);
  fixture.sweep(kSecond);
  CHECK(fixture.insights.empty());
}

}  // namespace turnstream::consolidation
