#include <doctest/doctest.h>

#include "stages/common/language/stated_patterns.h"
#include "stages/common/language/statements.h"
#include "tests/labelled/labelled_file.h"

namespace turnstream::language {
namespace {

using labelled::Score;

void report(const char* what, const Score& score, std::size_t rows) {
  MESSAGE(std::string(what) << ": " << rows << " texts, precision " << score.precision() << ", recall "
                            << score.recall() << " (" << score.right << " right, " << score.wrong << " wrong, "
                            << score.missed << " missed)");
}

std::set<std::string> facts_in(const std::string& text) {
  std::set<std::string> found;
  for (const Statement& statement : statements_in(text, Register::kTalk)) {
    if (!statement.ended) {
      found.insert(labelled::comparable(statement.subject + " | " + statement.relation + " | " + statement.value));
    }
  }
  return found;
}

std::set<std::string> patterns_in(const std::string& text) {
  std::set<std::string> found;
  for (const StatedPattern& pattern : stated_patterns_in(text)) {
    found.insert(labelled::comparable(std::string(pattern.habit ? "habit" : "preference") + " | " + pattern.key +
                                      " | " + (pattern.positive ? "positive" : "negative")));
  }
  return found;
}

}  // namespace

TEST_CASE("facts are found in labelled sentences with a precision of at least .9 and a recall of at least .6") {
  Score score;
  const auto rows = labelled::read_rows("facts.tsv", 3);
  for (const labelled::Row& row : rows) {
    score.add(labelled::expected_set(row[2]), facts_in(labelled::unescaped(row[1])));
  }
  report("facts", score, rows.size());
  CHECK(rows.size() >= 150);
  CHECK(score.precision() >= 0.9);
  CHECK(score.recall() >= 0.6);
}

TEST_CASE("at most one in twenty sentences without a fact gives a fact") {
  Score score;
  int silent = 0;
  for (const labelled::Row& row : labelled::read_rows("facts.tsv", 3)) {
    if (row[2] == "-") {
      ++silent;
      score.add({}, facts_in(labelled::unescaped(row[1])));
    }
  }
  MESSAGE("texts without a fact: " << silent << ", facts found in them: " << score.wrong);
  CHECK(silent >= 75);
  CHECK(score.wrong * 20 <= silent);
}

TEST_CASE(
    "preferences and habits are found in labelled sentences with a precision of at least .9 and a recall of at least .6") {
  Score score;
  const auto rows = labelled::read_rows("preferences.tsv", 3);
  for (const labelled::Row& row : rows) {
    score.add(labelled::expected_set(row[2]), patterns_in(labelled::unescaped(row[1])));
  }
  report("preferences and habits", score, rows.size());
  CHECK(rows.size() >= 100);
  CHECK(score.precision() >= 0.9);
  CHECK(score.recall() >= 0.6);
}

}  // namespace turnstream::language
