#include "stages/common/language/verb_rows.h"

#include <doctest/doctest.h>

#include "stages/common/language/statements.h"
#include "tests/labelled/labelled_file.h"

namespace turnstream::language {

TEST_CASE("the rules read the example of every verb row as that row says") {
  for (const VerbRow& row : verb_rows()) {
    const auto parts = labelled::split(std::string(row.example), " => ");
    REQUIRE_MESSAGE(parts.size() == 2, row.example);
    const auto found = statements_in(parts[0], Register::kTalk);
    REQUIRE_MESSAGE(found.size() == 1, row.example);
    CHECK(found[0].subject + " | " + found[0].relation + " | " + found[0].value == parts[1]);
    CHECK_MESSAGE(found[0].relation == row.relation, row.example);
  }
}

TEST_CASE("a denied example never gives a statement that holds") {
  for (const VerbRow& row : verb_rows()) {
    const std::string sentence = labelled::split(std::string(row.example), " => ")[0];
    for (const char* helper : {" am ", "'m ", " is ", " are "}) {
      const std::size_t at = sentence.find(helper);
      if (at == std::string::npos) {
        continue;
      }
      std::string denied = sentence;
      denied.insert(at + std::string(helper).size(), "not ");
      for (const Statement& statement : statements_in(denied, Register::kTalk)) {
        CHECK_MESSAGE(statement.ended, denied);
      }
    }
  }
  for (const char* denied :
       {"I have not been working at Acme.", "I'm hardly fond of olives.", "I almost bought a Tesla."}) {
    for (const Statement& statement : statements_in(denied, Register::kTalk)) {
      CHECK_MESSAGE(statement.ended, denied);
    }
  }
}

TEST_CASE("all rows with the same relation agree on whether it has many values") {
  for (const VerbRow& row : verb_rows()) {
    CHECK_MESSAGE(holds_many(row.relation) == row.many, row.relation);
  }
  CHECK_FALSE(holds_many("is"));
}

}  // namespace turnstream::language
