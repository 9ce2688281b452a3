#include "recall/answers/namesakes.h"

#include <doctest/doctest.h>

namespace turnstream::recall {

TEST_CASE("a name that two users have is shown with the id and another name is not") {
  Namesakes namesakes;
  namesakes.add("ann-1", "Ann");
  namesakes.add("ann-2", "Ann");
  namesakes.add("bob", "Bob");
  namesakes.add("u4", "u4");
  CHECK(namesakes.told_apart("Ann likes tea", "ann-2") == "Ann (ann-2) likes tea");
  CHECK(namesakes.told_apart("Ann: Call me Bo", "ann-1") == "Ann (ann-1): Call me Bo");
  CHECK(namesakes.told_apart("Ann's dog is called Rex", "ann-1") == "Ann (ann-1)'s dog is called Rex");
  CHECK(namesakes.told_apart("Ann", "ann-1") == "Ann (ann-1)");
  CHECK(namesakes.told_apart("Bob likes tea", "bob") == "Bob likes tea");
}

TEST_CASE("a text that begins with another name or is of no user stays as it is") {
  Namesakes namesakes;
  namesakes.add("ann-1", "Ann");
  namesakes.add("ann-2", "Ann");
  CHECK(namesakes.told_apart("Anna likes tea", "ann-1") == "Anna likes tea");
  CHECK(namesakes.told_apart("the port is 8080", "ann-1") == "the port is 8080");
  CHECK(namesakes.told_apart("Ann likes tea", "") == "Ann likes tea");
  CHECK(namesakes.told_apart("Ann likes tea", "ann-3") == "Ann likes tea");
}

}  // namespace turnstream::recall
