#include <doctest/doctest.h>

#include "tests/labelled/labelled_file.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

struct Outcome {
  std::string effect;
  bool known = false;  ///< the first text gave a fact
};

/// The effect of the second text, said three weeks later, on the facts of the first, as scripts/evaluation measures it.
Outcome outcome_of(const std::string& first, const std::string& second) {
  SemanticFixture test;
  test.say(first, 0);
  const auto before = test.facts();
  const bool changed = !test.say(second, 21 * kDay, "s2").of_kind("fact").empty();
  bool superseded = false;
  bool ended = false;
  for (const auto& [text, fact] : before) {
    const auto& now = test.fact(text);
    const bool left = fact.at("current") == true && now.at("current") == false;
    superseded = superseded || (left && !now.at("superseded_by").is_null());
    ended = ended || left;
  }
  const std::string effect = superseded                            ? "supersedes"
                             : ended                               ? "ends"
                             : !changed                            ? "none"
                             : before.empty()                      ? "nothing"
                             : test.facts().size() > before.size() ? "coexists"
                                                                   : "same";
  return {effect, !before.empty()};
}

bool closes(const std::string& effect) {
  return effect == "supersedes" || effect == "ends";
}

}  // namespace

TEST_CASE("a later sentence has the labelled effect in seven of ten pairs and ends nothing that holds") {
  const auto rows = labelled::read_rows("changes.tsv", 4);
  int right = 0;
  int known = 0;
  int wrongly_closed = 0;
  for (const labelled::Row& row : rows) {
    const Outcome outcome = outcome_of(labelled::unescaped(row[1]), labelled::unescaped(row[2]));
    const bool is_right = outcome.effect == row[3] && (outcome.known || row[3] == "none");
    right += is_right ? 1 : 0;
    known += outcome.known ? 1 : 0;
    wrongly_closed += closes(outcome.effect) && !closes(row[3]) ? 1 : 0;
    if (!is_right) {
      MESSAGE(row[1] << " / " << row[2] << ": expected " << row[3] << ", was " << outcome.effect
                     << (outcome.known ? "" : " (first text gave nothing)"));
    }
  }
  MESSAGE("changes: " << rows.size() << " pairs, " << right << " right, " << known << " with a first fact, "
                      << wrongly_closed << " wrongly closed");
  CHECK(right * 10 >= static_cast<int>(rows.size()) * 7);
  CHECK(wrongly_closed == 0);
}

}  // namespace turnstream::semantic
