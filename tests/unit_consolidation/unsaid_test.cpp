#include "stages/consolidation/speech/unsaid.h"

#include <doctest/doctest.h>

#include "stages/common/notes/score.h"
#include "stages/consolidation/speech/emptiness.h"
#include "stages/consolidation/speech/quote.h"
#include "stages/consolidation/speech/times.h"

namespace turnstream::consolidation {
namespace {

Unsaid read_unsaid(std::string_view text) {
  return unsaid_in(TokenList(text).all());
}

Reading reading_behind(std::string_view question, std::string_view message) {
  const notes::Names names = notes::names_of({"Ann", "Bo"});
  notes::WordStatistics statistics;
  const auto units = notes::score_message(message, notes::question_in(question, names), names, statistics);
  return readings_of(units, names, last_question(question, names)).front();
}

}  // namespace

TEST_CASE("we without a person or group that it means is noticed") {
  for (const char* text : {"We rowed to the island.", "Last week, we sailed home.", "It rained. We're still wet."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).group);
  }
  for (const char* text :
       {"My sister and I were early. We rowed to the island.", "We rowed with the whole crew.", "I hope we meet.",
        "We ate at my aunt's house.", "We saw the band's boat.", "I rowed to the island."}) {
    CAPTURE(text);
    CHECK_FALSE(read_unsaid(text).group);
  }
}

TEST_CASE("our team and pets do not say who we are") {
  for (const char* text : {"Our team spirit is great.", "We were teammates for a year.", "I watch our pets.",
                           "It means much to both of us."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).company);
  }
  for (const char* text :
       {"My sister and I hope we meet.", "We rowed with the whole crew.", "I rowed to the island."}) {
    CAPTURE(text);
    CHECK_FALSE(read_unsaid(text).company);
  }
}

TEST_CASE("a noun that needs its kind is noticed if nothing tells it") {
  for (const char* text : {"I joined a new team.", "I work a lot on my business even at night.",
                           "They signed me up for a local league, and I stayed.", "I found a new place."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).kind);
  }
  for (const char* text : {"I joined a rowing team.", "My business of boats grows.", "We ate at my place.",
                           "I opened a bakery, and the business grows.", "Teams are fun."}) {
    CAPTURE(text);
    CHECK_FALSE(read_unsaid(text).kind);
  }
}

TEST_CASE("a happening or work that the reader should know is noticed") {
  for (const char* text : {"The kids were scared by the accident.", "I sold cakes at the fundraiser.",
                           "I watched a classic film.", "I had an odd incident on my way."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).happening);
  }
  for (const char* text : {"I had an accident, and the accident was bad.", "I sold cakes at the fundraiser for boats.",
                           "I watched a film about boats.", "I watched a film by Anna."}) {
    CAPTURE(text);
    CHECK_FALSE(read_unsaid(text).happening);
  }
}

TEST_CASE("what was made through or continues another sentence is open") {
  for (const char* text : {"I was glad to make it through safely.", "Some friends could not handle it.",
                           "Nothing was left.", "Not only for the peace."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).open);
  }
  for (const char* text : {"We made it through the storm.", "I broke a mast, but I could handle it."}) {
    CAPTURE(text);
    CHECK_FALSE(read_unsaid(text).open);
  }
}

TEST_CASE("suggestions and sayings are noticed") {
  for (const char* text : {"I should try rowing.", "Oslo would be great for a trip.", "I saw that you had a boat.",
                           "I'd love to see one of the boats you have!"}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).suggests);
  }
  CHECK_FALSE(read_unsaid("I saw that boat.").suggests);
  CHECK_FALSE(read_unsaid("I'd love to see Oslo.").suggests);
  CHECK(read_unsaid("Rowing hard builds strength.").saying);
  CHECK_FALSE(read_unsaid("Rowing helps my back.").saying);
  CHECK_FALSE(read_unsaid("Anything helps.").saying);
}

TEST_CASE("what only praises something is noticed") {
  for (const char* text : {"The tower looks so cool!", "The lake was really beautiful. [image: a lake]"}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).praises);
  }
  for (const char* text : {"The tower is so cool, I climbed it.", "The tower is old.", "My boat is so cool!",
                           "The lake was really beautiful. Clara swam there."}) {
    CAPTURE(text);
    CHECK_FALSE(read_unsaid(text).praises);
  }
}

TEST_CASE("what ends the talk is noticed and no journey") {
  CHECK(read_unsaid("I'm off to have dinner with some friends.").leaves);
  CHECK_FALSE(read_unsaid("I'm off to Oslo for a year.").leaves);
  CHECK_FALSE(read_unsaid("I took a day off to sleep.").leaves);
}

TEST_CASE("what leaves open its subject is worth less as a memory and the same for pass 1") {
  const auto reading = [](std::string_view message) { return reading_behind("", message); };
  CHECK(reading("I joined a new team yesterday. I like rowing there.").blur > 0);
  CHECK(reading("I joined a rowing team yesterday.").blur == 0);
  const Reading open = reading("I joined a new team yesterday.");
  CHECK(open.value(notes::kScoreOne, false) == notes::kScoreOne - open.cost);
  CHECK(open.worth(notes::kScoreOne, false, false) ==
        notes::kScoreOne - open.cost - open.lack - open.emptiness - open.blur);
  CHECK(reading_behind("How did you handle the accident?", "I stayed calm for my kids.").blur > 0);
}

TEST_CASE("an event is bare if no word before or behind it tells which one it is") {
  for (const auto& [text, event] : {std::pair("The ceremony was long.", "ceremony"),
                                    {"My amazing little trip was fine.", "trip"},
                                    {"How was your own show?", "show"},
                                    {"After that game, I slept.", "game"},
                                    {"My trip was fine.", "trip"}}) {
    const std::string_view sentence = text;
    CAPTURE(sentence);
    CHECK((read_unsaid(sentence).event == event));
  }
  for (const char* text :
       {"The trip to Oslo was long.", "My sailing trip was fine.", "I won a game. The game was hard.",
        "The game of chess is old.", "A trip can be long.", "My game party was fun."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).event.empty());
  }
}

TEST_CASE("a work behind an article is bare if nothing before or behind it tells which one it is") {
  for (const auto& [text, work] : {std::pair("The stories are sad.", "stories"),
                                   {"They sing, and I learned that song.", "song"},
                                   {"We ate the lovely meal.", "meal"}}) {
    const std::string_view sentence = text;
    CAPTURE(sentence);
    CHECK((read_unsaid(sentence).event == work));
    CHECK(read_unsaid(sentence).work);
  }
  for (const char* text : {"The song of the ferry is sad.", "I read a book, and the story is sad.",
                           "The book club meets.", "I like Moby Dick, and the film is long.", "My song is sad."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).event.empty());
  }
}

TEST_CASE("a verb that begins or ends something leaves it open if no object follows") {
  for (const auto& [text, verb] :
       {std::pair("I am fitter since I started.", "started"), {"How do you feel since you began?", "began"}}) {
    const std::string_view sentence = text;
    CAPTURE(sentence);
    CHECK((read_unsaid(sentence).event == verb));
  }
  for (const char* text : {"I started rowing.", "The storm started.", "We started at noon."}) {
    CAPTURE(text);
    CHECK(read_unsaid(text).event.empty());
  }
}

TEST_CASE("a word is found in other forms") {
  CHECK(has_word("I visited a harbour.", "visit"));
  CHECK(has_word("Two trips were long.", "trip"));
  CHECK_FALSE(has_word("I went to a harbour.", "visit"));
  CHECK_FALSE(has_word("I rowed.", "row"));
}

TEST_CASE("what was said before tells which event a question means if it names that event") {
  const notes::Names names = notes::names_of({"Ann", "Bo"});
  const QuotedQuestion open = last_question("Which harbour did you like on your visit?", names);
  CHECK(open.bare);
  CHECK_FALSE(open.stands());
  CHECK(open.leaves_open());
  const QuotedQuestion told =
      last_question("Which harbour did you like on your visit?", names, "I visited three harbours in Oslo.");
  CHECK(told.told);
  CHECK(told.stands());
  CHECK_FALSE(told.leaves_open());
  const QuotedQuestion joined = last_question("That trip to Oslo looks fun! Who was on your trip?", names);
  CHECK_FALSE(joined.bare);
  CHECK(joined.explains);
}

TEST_CASE("yes to what the reader does not see costs more than the same without yes") {
  CHECK(reading_behind("", "Yes, I really do like calm water.").emptiness >
        reading_behind("", "I really do like calm water.").emptiness);
}

TEST_CASE("a sentence with a bare event is worth less unless it is dated or its question tells which one") {
  constexpr std::string_view kAnswer = "The ceremony was long, and I was so tired.";
  const std::int64_t alone = reading_behind("", kAnswer).emptiness;
  CHECK(alone - reading_behind("", "The harbour was cold, and I was so tired.").emptiness >= 1'000'000'000);
  CHECK(alone - reading_behind("", "The ceremony in May was long, and I was so tired.").emptiness >= 1'000'000'000);
  CHECK(alone - reading_behind("How was the ceremony for Clara in Oslo?", kAnswer).emptiness >= 1'000'000'000);
  CHECK(alone <= reading_behind("How was the ceremony?", kAnswer).emptiness);
}

TEST_CASE("we without a group costs less behind a question") {
  const Wording wording = wording_of("We rowed far out.", {});
  CHECK(unsaid_lack(wording, {}) == 800'000'000);
  CHECK(unsaid_lack(wording, {.group = true}) == 0);
  CHECK(unsaid_lack(wording_of("We rowed far out with the crew.", {}), {}) == 0);
}

TEST_CASE("a short sentence about the last talk alone is worth less than one that says what happened since") {
  const auto lack = [](std::string_view text) { return reading_behind("", text).lack; };
  CHECK(lack("Things have been wild since we last talked.") >= 3'000'000'000);
  CHECK(lack("I moved to Oslo since we last talked.") <= 1'000'000'000);
  CHECK(lack("We talked with Clara in Oslo in May 2021.") == 0);
}

TEST_CASE("general advice costs more than a general sentence") {
  CHECK(reading_behind("", "Just keep trusting your own heart.").cost >
        reading_behind("", "Hearts are often wiser than heads.").cost);
}

TEST_CASE("a verb in the past behind the speaker tells what they did") {
  for (const char* text : {"I sold my boat.", "My wife and I finally hosted a dinner.", "We've moved."}) {
    CAPTURE(text);
    CHECK(tells_event(TokenList(text).all()));
  }
  for (const char* text : {"I love boats.", "She sold her boat.", "I used to row.", "In 2019 I sold my boat."}) {
    CAPTURE(text);
    CHECK_FALSE(tells_event(TokenList(text).all()));
  }
}

TEST_CASE("since we last talked and years back and just done need the day on which they were said") {
  for (const char* text : {"Since we last spoke, I sold my boat.", "I sold my boat since our last chat.",
                           "I sailed there a few years back.", "I just painted my boat."}) {
    CAPTURE(text);
    CHECK(has_relative_time(TokenList(text).all()));
  }
  for (const char* text : {"I have rowed since I was a child.", "I carried it back.", "I just want to row.",
                           "I just need a boat.", "My boat is just red."}) {
    CAPTURE(text);
    CHECK_FALSE(has_relative_time(TokenList(text).all()));
  }
}

}  // namespace turnstream::consolidation
