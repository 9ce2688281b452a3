#include <algorithm>
#include <doctest/doctest.h>
#include <map>
#include <string>
#include <vector>

#include "tests/labelled/labelled_file.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {
namespace {

struct Outcome {
  std::vector<std::string> effects;  ///< those that fit
  bool known = false;                ///< the first text gave a fact or a note

  [[nodiscard]] bool has(const std::string& effect) const {
    return std::find(effects.begin(), effects.end(), effect) != effects.end();
  }
};

/// The facts and notes, each with its kind in front of its text.
std::map<std::string, nlohmann::json> known_by(const SemanticFixture& test) {
  std::map<std::string, nlohmann::json> known;
  for (const auto& [text, fact] : test.facts()) {
    known["fact " + text] = fact;
  }
  for (const auto& [text, note] : test.notes()) {
    known["note " + text] = note;
  }
  return known;
}

/// The effect of the second text, said three weeks later, on what is known from the first, as scripts/evaluation measures it.
Outcome outcome_of(const std::string& first, const std::string& second) {
  SemanticFixture test("{}");
  test.say(first, 0);
  const auto before = known_by(test);
  const std::size_t facts_before = test.facts().size();
  test.say(second, 21 * kDay, "s2");
  const auto after = known_by(test);
  bool superseded = false;
  bool ended = false;
  bool same = false;
  for (const auto& [text, memory] : before) {
    const nlohmann::json& now = after.at(text);
    const bool left = memory.at("current") == true && now.at("current") == false;
    superseded = superseded || (left && !now.at("superseded_by").is_null());
    ended = ended || left;
    same = same || now.at("sources").size() > memory.at("sources").size();
  }
  Outcome outcome{{}, !before.empty()};
  if (superseded || ended || same) {
    outcome.effects = {superseded ? "supersedes" : ended ? "ends" : "same"};
    return outcome;
  }
  if (after.size() > before.size()) {
    outcome.effects.emplace_back("coexists");
  }
  if (test.facts().size() == facts_before) {
    outcome.effects.emplace_back("none");
  }
  return outcome;
}

bool closes(const Outcome& outcome) {
  return outcome.has("supersedes") || outcome.has("ends");
}

}  // namespace

TEST_CASE("a later sentence has the labelled effect in seven of ten pairs and ends nothing that holds") {
  const auto rows = labelled::read_rows("changes.tsv", 4);
  int right = 0;
  int known = 0;
  int wrongly_closed = 0;
  for (const labelled::Row& row : rows) {
    const Outcome outcome = outcome_of(labelled::unescaped(row[1]), labelled::unescaped(row[2]));
    const bool is_right = outcome.has(row[3]) && (outcome.known || row[3] == "none");
    right += is_right ? 1 : 0;
    known += outcome.known ? 1 : 0;
    wrongly_closed += closes(outcome) && row[3] != "supersedes" && row[3] != "ends" ? 1 : 0;
    if (!is_right) {
      MESSAGE(row[1] << " / " << row[2] << ": expected " << row[3] << ", was "
                     << (outcome.effects.empty() ? std::string("nothing") : outcome.effects.front())
                     << (outcome.known ? std::string() : std::string(" (first text gave nothing)")));
    }
  }
  MESSAGE("changes: " << rows.size() << " pairs, " << right << " right, " << known << " with something known, "
                      << wrongly_closed << " wrongly closed");
  CHECK(right * 10 >= static_cast<int>(rows.size()) * 7);
  CHECK(wrongly_closed == 0);
}

}  // namespace turnstream::semantic
