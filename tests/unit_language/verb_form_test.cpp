#include "stages/common/language/verb_form.h"

#include <doctest/doctest.h>

#include "stages/common/language/stated_patterns.h"

namespace turnstream::language {

TEST_CASE("a word in its plain form can be a verb and a past form cannot") {
  for (const char* plain : {"run", "push", "open", "feed", "read", "do", "have"}) {
    CHECK_MESSAGE(can_be_plain_verb(words_of(plain).at(0)), plain);
  }
  for (const char* other : {"met", "asked", "won", "slept", "running", "was", "sister", "me", "tired", "again"}) {
    CHECK_MESSAGE(!can_be_plain_verb(words_of(other).at(0)), other);
  }
}

TEST_CASE("a past form is not a habit") {
  CHECK(stated_patterns_in("We never lost at home, I usually slept well.").empty());
}

}  // namespace turnstream::language
