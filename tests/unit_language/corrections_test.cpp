#include "stages/common/language/corrections.h"

#include <array>
#include <doctest/doctest.h>
#include <string>

#include "stages/common/language/correction_marks.h"

namespace turnstream::language {
namespace {

Correction only_correction(std::string_view text) {
  const auto found = corrections_in(text);
  CAPTURE(text);
  REQUIRE(found.size() == 1);
  return found.front();
}

/// What is right, what was wrong, and what stands in place of it.
using Said = std::array<std::string, 3>;
Said said_instead(std::string_view text) {
  const Correction found = only_correction(text);
  return {found.right, found.wrong, found.in_place};
}

}  // namespace

TEST_CASE("a correction says what is right and what was wrong") {
  const Correction name = only_correction("It's Katrin, not Katharina");
  CHECK(name.text == "It's Katrin, not Katharina");
  CHECK(name.subject.empty());
  CHECK(said_instead("It's Katrin, not Katharina") == Said{"Katrin", "Katharina", "Katrin"});
  CHECK(only_correction("The api port is 9090, not 8080.").text == "The api port is 9090, not 8080");
  CHECK(only_correction("The api port is 9090, not 8080.").subject == "the api port");
  CHECK(said_instead("The api port is 9090, not 8080.") == Said{"9090", "8080", "9090"});
  CHECK(only_correction("sorry I meant the 14th").text == "I meant the 14th");
  CHECK(said_instead("sorry I meant the 14th") == Said{"the 14th", "", ""});
  CHECK(said_instead("No, that's wrong: the api port is 9090.") == Said{"9090", "", ""});
  CHECK(only_correction("No, that's wrong: the api port is 9090.").subject == "the api port");
  CHECK(said_instead("You wrote Berlin. The office is in Bern.") == Said{"in Bern", "Berlin", "Bern"});
  CHECK(only_correction("Correction: the room is B4.").right == "B4");
}

TEST_CASE("the mark of each row makes its example a correction") {
  for (const CorrectionMarkRow& row : correction_marks()) {
    CAPTURE(row.form);
    CAPTURE(row.example);
    CHECK(corrections_in(row.example).size() == 1);
  }
}

TEST_CASE("what is right stands in place of the part that was wrong") {
  CHECK(said_instead("I said the 5th but it is the 6th.") == Said{"the 6th", "5th", "6th"});
  CHECK(said_instead("The server listens on port 9090, you told me 8080!")[1] == "8080");
  CHECK(said_instead("The meeting is on Monday, not Tuesday") == Said{"on Monday", "Tuesday", "Monday"});
  CHECK(said_instead("The timeout is in seconds, not minutes") == Said{"in seconds", "minutes", "seconds"});
  CHECK(said_instead("The tray's for six people, not four") == Said{"for six people", "four", "six"});
  CHECK(said_instead("Not Monday, Tuesday.") == Said{"Tuesday", "Monday", "Tuesday"});
  CHECK(said_instead("On the 6th, not the 5th!") == Said{"On the 6th", "5th", "6th"});
  CHECK(said_instead("It's not Monday but Tuesday.") == Said{"Tuesday", "Monday", "Tuesday"});
}

TEST_CASE("what is denied is put right by the clause or sentence behind it") {
  const Correction nuts = only_correction("I'm not allergic to walnuts, it was the pecans.");
  CHECK(nuts.text == "it was the pecans");
  CHECK(nuts.wrong == "walnuts");
  CHECK(nuts.meant == "I'm allergic to the pecans");
  CHECK(only_correction("I'm not vegan. I'm vegetarian.").wrong == "vegan");
  CHECK(only_correction("The fair isn't on Monday, it's on Tuesday").in_place == "Tuesday");
  for (const char* text : {"I'm not tired, I'm hungry.", "It's not raining, it's snowing.", "I'm not sure. It's late.",
                           "She's not angry, it was the heat.", "The cat isn't black. The dog is black."}) {
    CAPTURE(text);
    CHECK(corrections_in(text).empty());
  }
}

TEST_CASE("a mark stands in front of the clause or behind it or in the sentence before") {
  CHECK(only_correction("The bus leaves at 7:42, you told me 7:24!").text == "The bus leaves at 7:42");
  CHECK(only_correction("You misread it: the call returns Null on failure").text == "the call returns Null on failure");
  CHECK(only_correction("Wrong drawer! The keys are in the kitchen.").first_sentence == 0);
  CHECK(only_correction("Wrong drawer! The keys are in the kitchen.").sentence == 1);
  CHECK(only_correction("It's Sanna with two n").text == "It's Sanna with two n");
}

TEST_CASE("what corrects nothing gives none") {
  for (const char* text :
       {"You were right, it was the fuse.", "It's not you, it's me", "I meant to write yesterday", "I meant it",
        "I mean, it's a nice place", "Is that wrong?", "The port is 9090.", "I am not sure",
        "The tests are slow but have not failed", "Sorry, it's late and I'm tired.", "Sorry, it's Monday already",
        "Something went wrong. The build is red.", "You said you'd call. The line is dead.", "It's fun, not work",
        "Life is a race, not a walk", "It should be 20 degrees tomorrow", "That's wrong. It's a mess.",
        "Use Vitest, not Jest", "The shop is close, it's on Mill Road"}) {
    CAPTURE(text);
    CHECK(corrections_in(text).empty());
  }
}

}  // namespace turnstream::language
