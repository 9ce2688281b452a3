#include <doctest/doctest.h>

#include "tests/labelled/labelled_file.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

/// The effect of the second text, said an hour later, on the facts of the first.
std::string effect_of(const std::string& first, const std::string& second) {
  SemanticFixture test;
  test.say(first, 0);
  const auto before = test.facts();
  const bool changed = !test.say(second, 60 * kMinute).of_kind("fact").empty();
  bool superseded = false;
  bool ended = false;
  for (const auto& [text, fact] : before) {
    const auto& now = test.fact(text);
    const bool left = fact.at("current") == true && now.at("current") == false;
    superseded = superseded || (left && !now.at("superseded_by").is_null());
    ended = ended || (left && now.at("superseded_by").is_null());
  }
  if (superseded || ended) {
    return superseded ? "supersedes" : "ends";
  }
  if (!changed) {
    return "none";
  }
  return test.facts().size() == before.size() ? "same" : "coexists";
}

}  // namespace

TEST_CASE("the effect of a later sentence on an earlier one is right in nine of ten labelled pairs") {
  const auto rows = labelled::read_rows("contradictions.tsv", 4);
  int right = 0;
  int falsely_superseded = 0;
  for (const labelled::Row& row : rows) {
    const std::string effect = effect_of(labelled::unescaped(row[1]), labelled::unescaped(row[2]));
    right += effect == row[3] ? 1 : 0;
    falsely_superseded += effect == "supersedes" && row[3] != "supersedes" ? 1 : 0;
    if (effect != row[3]) {
      MESSAGE(row[1] << " / " << row[2] << ": expected " << row[3] << ", was " << effect);
    }
  }
  MESSAGE("contradictions: " << rows.size() << " pairs, " << right << " right, " << falsely_superseded
                             << " superseded that should not be");
  CHECK(rows.size() >= 60);
  CHECK(right * 10 >= static_cast<int>(rows.size()) * 9);
  CHECK(falsely_superseded * 50 <= static_cast<int>(rows.size()));
}

}  // namespace turnstream::semantic
