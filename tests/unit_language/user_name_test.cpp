#include "stages/common/language/user_name.h"

#include <doctest/doctest.h>

namespace turnstream::language {

TEST_CASE("texts in the first person and about the user begin with the user") {
  for (const char* text :
       {"I work at Acme", "I'm a nurse", "I’m a nurse", "My dog is called Rex", "User is allergic to nuts",
        "user prefers tabs", "The user lives in Berlin", "the user's dog is called Rex"}) {
    CAPTURE(text);
    CHECK(begins_with_user(text));
  }
}

TEST_CASE("texts about the world do not begin with the user") {
  for (const char* text : {"", "I", "I/O errors rise", "Icy roads", "Mythical", "The user service is slow",
                           "Users like tea", "user", "The users' table", "Ann works at Acme", "Ä"}) {
    CAPTURE(text);
    CHECK_FALSE(begins_with_user(text));
  }
}

TEST_CASE("the name stands in place of the user or before the text") {
  CHECK(with_user_name("Ann", "user lives in Berlin") == "Ann lives in Berlin");
  CHECK(with_user_name("Ann", "The user's dog is called Rex") == "Ann's dog is called Rex");
  CHECK(with_user_name("Ann", "never push on Fridays") == "Ann: never push on Fridays");
  CHECK(with_user_name("Ann", "users like tea") == "Ann: users like tea");
  CHECK(with_user_name("Ann\n  Lee", "user likes tea") == "Ann Lee likes tea");
  CHECK(with_user_name(std::string(100, 'x'), "user likes tea") == std::string(64, 'x') + " likes tea");
}

}  // namespace turnstream::language
