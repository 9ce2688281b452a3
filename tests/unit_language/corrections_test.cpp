#include "stages/common/language/corrections.h"

#include <doctest/doctest.h>

namespace turnstream::language {
namespace {

Correction only(std::string_view text) {
  const auto found = corrections_in(text);
  CAPTURE(text);
  REQUIRE(found.size() == 1);
  return found.front();
}

}  // namespace

TEST_CASE("a correction says what is right and what was wrong") {
  CHECK(only("It's Katrin, not Katharina") == Correction{"It's Katrin, not Katharina", "", "Katrin", "Katharina"});
  CHECK(only("The api port is 9090, not 8080.") ==
        Correction{"The api port is 9090, not 8080", "the api port", "9090", "8080"});
  CHECK(only("sorry I meant the 14th") == Correction{"I meant the 14th", "", "the 14th", ""});
  CHECK(only("No, that's wrong: the api port is 9090.") ==
        Correction{"the api port is 9090", "the api port", "9090", ""});
  CHECK(only("You wrote Berlin. The office is in Bern.").right == "in Bern");
  CHECK(only("Correction: the room is B4.").right == "B4");
}

TEST_CASE("what corrects nothing gives none") {
  for (const char* text :
       {"You were right, it was the fuse.", "It's not you, it's me", "I meant to write yesterday", "Is that wrong?",
        "The port is 9090.", "I am not sure", "The tests are slow but have not failed"}) {
    CAPTURE(text);
    CHECK(corrections_in(text).empty());
  }
}

}  // namespace turnstream::language
