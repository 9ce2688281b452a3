#include "stages/common/change/telling.h"

#include <doctest/doctest.h>

#include "tests/labelled/labelled_file.h"

namespace turnstream::change {
namespace {

std::vector<language::Statement> statements_of(const std::string& text) {
  std::vector<language::Statement> all;
  for (const Telling& telling : tellings_in(text)) {
    for (const language::ToldStatement& told : telling.statements) {
      all.push_back(told.statement);
    }
  }
  return all;
}

}  // namespace

TEST_CASE("the sentences of a message have together the statements of the message") {
  for (const char* name : {"facts.tsv", "preferences.tsv"}) {
    for (const labelled::Row& row : labelled::read_rows(name, 3)) {
      const std::string text = labelled::unescaped(row[1]);
      CHECK_MESSAGE(statements_of(text) == language::statements_in(text, language::Register::kTalk), text);
    }
  }
}

TEST_CASE("a long message has a bounded number of sentences") {
  std::string text;
  for (int i = 0; i < 200; ++i) {
    text += "I like tea number " + std::to_string(i) + ". ";
  }
  CHECK(tellings_in(text).size() == kTellingsMax);
  CHECK(statements_of(text) == language::statements_in(text, language::Register::kTalk));
}

}  // namespace turnstream::change
