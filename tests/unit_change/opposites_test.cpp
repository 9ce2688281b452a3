#include "stages/common/change/opposites.h"

#include <doctest/doctest.h>
#include <string>

namespace turnstream::change {

TEST_CASE("the two sentences of each row of opposites are opposite and a sentence is none of itself") {
  for (const OppositeRow& row : opposite_rows()) {
    const std::string example(row.example);
    const std::size_t at = example.find(" => ");
    REQUIRE_MESSAGE(at != std::string::npos, example);
    CHECK_MESSAGE(are_opposite(example.substr(0, at), example.substr(at + 4)), example);
    CHECK_FALSE_MESSAGE(are_opposite(example.substr(0, at), example.substr(0, at)), example);
  }
}

TEST_CASE("what is as it was before says the opposite") {
  CHECK(are_opposite("The lift is out of order.", "The lift runs again."));
  CHECK_FALSE(are_opposite("We meet again on Monday.", "Again, we meet on Monday."));
}

}  // namespace turnstream::change
