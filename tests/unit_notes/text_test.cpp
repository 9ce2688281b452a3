// Sentences, units, words and signals of texts. The results are those of the reference program, but for letters outside
// ASCII and where a case says so.

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "stages/common/notes/openers.h"
#include "stages/common/notes/sentences.h"
#include "stages/common/notes/signals.h"
#include "stages/common/notes/units.h"
#include "stages/common/notes/word_classes.h"

namespace turnstream::notes {
namespace {

using Texts = std::vector<std::string>;

Texts sentences(std::string_view text) {
  const auto found = sentences_of(text);
  return {found.begin(), found.end()};
}

std::uint32_t classes(std::string_view unit) {
  return word_signals(ReadText(unit)).classes;
}

}  // namespace

TEST_CASE("a sentence ends at a mark before white space and at a line break") {
  CHECK(sentences("").empty());
  CHECK(sentences(" \n ").empty());
  CHECK(sentences("One. Two! Three?!  Four") == Texts{"One.", "Two!", "Three?!", "Four"});
  CHECK(sentences("First line\n\nsecond line") == Texts{"First line", "second line"});
  CHECK(sentences("He said \"go.\" Then (later.) he went.") == Texts{"He said \"go.\"", "Then (later.)", "he went."});
  CHECK(sentences("It costs 3.50 at a.example/x.html?y=1 now. Yes") ==
        Texts{"It costs 3.50 at a.example/x.html?y=1 now.", "Yes"});
}

TEST_CASE("a sentence does not end behind an abbreviation or an initial or dots before a small letter") {
  CHECK(sentences("Ask Dr. Adler or J. Brandt, e.g. Today.") == Texts{"Ask Dr. Adler or J. Brandt, e.g. Today."});
  CHECK(sentences("At 5 p.m. we left. At 5 p.m. We left.") == Texts{"At 5 p.m. we left.", "At 5 p.m.", "We left."});
  CHECK(sentences("So did I. She too.") == Texts{"So did I.", "She too."});
  CHECK(sentences("I like it... but not now… or then. Well... No") ==
        Texts{"I like it... but not now… or then.", "Well...", "No"});
  CHECK(sentences("Wait… élan. Wait… Élan.") == Texts{"Wait… élan.", "Wait…", "Élan."});
}

TEST_CASE("a question ends with its mark behind which closing signs may stand") {
  CHECK(is_question("Why?"));
  CHECK(is_question("\"Why?!\")"));
  CHECK(!is_question("Why? Because."));
  CHECK(!is_question("[Why?]"));
  CHECK(!is_question(""));
}

TEST_CASE("short neighbours become one unit of at most 22 words") {
  CHECK(units_of("We won. It was a great match in the rain.") == Texts{"We won. It was a great match in the rain."});
  CHECK(units_of("It rained all day in Kiel. Sad.") == Texts{"It rained all day in Kiel. Sad."});
  CHECK(units_of("My aunt bought a boat. She sails on Sundays. We sail there too.") ==
        Texts{"My aunt bought a boat. She sails on Sundays.", "We sail there too."});
  const std::string eleven = "one two three four five six seven eight nine ten eleven";
  CHECK(units_of(eleven + ". " + eleven + ".").size() == 1);
  CHECK(units_of(eleven + ". More " + eleven + ".").size() == 2);
}

TEST_CASE("questions and greetings and thanks and short cheers stay alone") {
  CHECK(units_of("Hi Tom. I am at home today. Are you? Come over soon now.") ==
        Texts{"Hi Tom.", "I am at home today.", "Are you?", "Come over soon now."});
  CHECK(units_of("Wow! Thank you. We ate the whole cake.") == Texts{"Wow!", "Thank you.", "We ate the whole cake."});
}

TEST_CASE("a typographic apostrophe is read as a plain one also where it decides whether sentences join") {
  CHECK(units_of("You’re welcome. It was a pleasure for us.") == Texts{"You’re welcome.", "It was a pleasure for us."});
}

TEST_CASE("openers are found behind an interjection and a name") {
  CHECK(is_greeting("good morning, tom"));
  CHECK(!is_greeting("good mornings"));
  CHECK(!is_greeting("oh, hi"));
  CHECK(is_thanks("wow, tom, thank you so much"));
  CHECK(is_thanks("i'm really proud of you"));
  CHECK(!is_thanks("thanksgiving is near"));
  CHECK(is_cheer("oh!ann,congratulations"));
  CHECK(is_cheer("what a day"));
  CHECK(!is_cheer("what about you"));
  CHECK(is_cheer("it's always so") == false);
  CHECK(is_cheer("it's always important to ask"));
  CHECK(!is_cheer(""));
}

TEST_CASE("a name before thanks ends within 128 bytes") {
  CHECK(is_thanks(std::string(120, 'a') + ", thanks"));
  CHECK(!is_thanks(std::string(200, 'a') + ", thanks"));
}

TEST_CASE("phrases of time and number and fluff are found with one blank between their words") {
  CHECK((classes("Last Friday we met") & kPast) != 0);
  CHECK((classes("The last  Friday") & kPast) == 0);
  CHECK((classes("I lived there for five long years") & kPast) != 0);
  CHECK((classes("for five very long years") & kPast) == 0);
  CHECK((classes("It took 12 years") & kPast) != 0);
  CHECK((classes("As a child she sang") & kPast) != 0);
  CHECK((classes("You may come") & kCalendar) == 0);
  CHECK((classes("It is on May 12") & kCalendar) != 0);
  CHECK((classes("In 1987") & kCalendar) != 0);
  CHECK((classes("In 2187") & kCalendar) == 0);
  CHECK((classes("A couple of cats") & kNumber) != 0);
  CHECK((classes("My grandson graduated") & (kKin | kEvent)) == (kKin | kEvent));
  CHECK((classes("So grand") & kKin) == 0);
  CHECK(word_signals(ReadText("Worth it, amazing, amazing and it means a lot")).fluff_words == 3);
}

TEST_CASE("proper words stand inside the sentence or in capitals and are not names of speakers") {
  const Names names = names_of({"Ann Brandt"});
  CHECK(count_proper_words("Yesterday Ann met Bo-Li and Carl, Carl and I", names) == 2);
  CHECK(count_proper_words("NASA called. Nobody answered", names) == 1);
  CHECK(count_proper_words("I'm in Oslo", names) == 1);
  CHECK(count_proper_words("ABCd", names) == 0);
}

TEST_CASE("capitals and small letters of any script count for proper words") {
  CHECK(count_proper_words("wir trafen Özge am Zürichsee", {}) == 2);
  CHECK(count_proper_words("im Café Ülkü", {}) == 2);
  CHECK(count_proper_words("ÖBB", {}) == 1);
}

TEST_CASE("a title is quoted with double signs or with single ones before a capital") {
  CHECK(has_title("I read \"It\" again"));
  CHECK(has_title("I read “The Sea” again"));
  CHECK(has_title("I read 'The Sea' again"));
  CHECK(!has_title("I read 'the sea' again"));
  CHECK(!has_title("It's Ann's dog and Bo's cat"));
  CHECK(!has_title("\"I\""));
  CHECK(!has_title("\"" + std::string(61, 'x') + "\""));
  CHECK(has_title("\"" + std::string(60, 'x') + "\""));
}

TEST_CASE("words are runs of letters and digits of any script") {
  CHECK(ReadText("don't stop_here 3.50").size() == 6);
  CHECK(ReadText("Größe naïve 東京").size() == 3);
  CHECK(ReadText("love ❤️ 👍🏽").size() == 1);
  CHECK(stems_of("The Ports, the PORT and porters") == Stems{stem_of("port"), stem_of("porte"), stem_of("ports")});
  CHECK(stem_of("größer") == stem_of("größe"));
  CHECK(stem_of("größe") != stem_of("größt"));
  CHECK(stem_of("zz") < stem_of("größe"));
}

TEST_CASE("the units of a message have all of its words") {
  const std::string_view messages[] = {
      "", "Hi Tom. I am at home today. Are you? Come over soon now.", "a_b\nc  d. E!\n\n\"F g.\" h (i.) J… k",
      "Größe 東京. You’re it… and Dr. Adler said e.g. 3.50 no. 5. ÉTÉ! Ça va? 👍🏽 ok"};
  for (const std::string_view message : messages) {
    const auto units = read_units(message);
    CHECK(stems_of(units) == stems_of(message));
    const Texts texts = units_of(message);
    REQUIRE(texts.size() == units.size());
    for (std::size_t i = 0; i < units.size(); ++i) {
      CHECK(units[i].text == texts[i]);
      CHECK(units[i].read.lower() == lower_form(texts[i]));
    }
  }
}

TEST_CASE("a stem that is a name does not count") {
  const Names names = names_of({"Jon", "Caroline"});
  CHECK(without_names(stems_of("Jon met Caroline"), names) == Stems{stem_of("carol"), stem_of("met")});
}

}  // namespace turnstream::notes
