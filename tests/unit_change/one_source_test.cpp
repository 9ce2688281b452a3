#include <doctest/doctest.h>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/base/utf8.h"
#include "pipeline/stage_api/test_driver.h"
#include "stages/pattern/pattern_stage.h"
#include "stages/semantic/semantic_stage.h"
#include "tests/labelled/labelled_file.h"

namespace turnstream::change {
namespace {

using Json = nlohmann::json;

/// The facts and the patterns of one persona, from the same turns.
class TwoViews {
 public:
  void say(const std::string& text, std::int64_t at_ms) {
    const std::string turn_id = "turn" + std::to_string(at_ms);
    model::StateExport turn;
    turn.turn_id = turn_id;
    turn.agent_id = "helper";
    turn.session_id = "s1";
    turn.timestamp = EventTime{at_ms};
    turn.turn_data.user_input = text;
    note(facts_, semantic_.turn(turn, LogTime{at_ms}), "fact");
    note(patterns_, pattern_.turn(turn, LogTime{at_ms}), "pattern");
  }

  /// A taste on which the two views disagree; empty if there is none.
  [[nodiscard]] std::string disagreement() const {
    for (const auto& [id, pattern] : patterns_) {
      if (pattern.at("type") != "preference") {
        continue;
      }
      const bool positive = pattern.at("polarity") == "positive";
      for (const auto& [fact_id, fact] : facts_) {
        const bool likes = fact.at("relation") == "likes";
        const bool about =
            fact.at("value").is_string() && normalise(std::string(fact.at("value"))) == pattern.at("key");
        if (about && likes && fact.at("subject") == "user" && fact.at("current") != positive) {
          return pattern.at("text");
        }
      }
    }
    return {};
  }

 private:
  static void note(std::map<std::string, Json>& memories, const stage_api::StageOutcome& outcome,
                   std::string_view kind) {
    REQUIRE(outcome.status.ok());
    for (const model::Change& change : outcome.of_kind(kind)) {
      memories.erase(change.id);
      if (change.op == model::ChangeOp::kPut) {
        memories[change.id] = Json::parse(change.value);
      }
    }
  }

  std::unique_ptr<stage_api::Stage> semantic_stage_ = semantic::make_semantic_stage();
  std::unique_ptr<stage_api::Stage> pattern_stage_ = pattern::make_pattern_stage();
  stage_api::TestDriver semantic_{*semantic_stage_};
  stage_api::TestDriver pattern_{*pattern_stage_};
  std::map<std::string, Json> facts_;
  std::map<std::string, Json> patterns_;
};

constexpr std::int64_t kStart = 1767261600000;
constexpr std::int64_t kThreeWeeks = std::int64_t{21} * 24 * 3'600'000;

}  // namespace

TEST_CASE("facts and patterns never contradict each other after a labelled change") {
  for (const labelled::Row& row : labelled::read_rows("changes.tsv", 4)) {
    TwoViews views;
    views.say(labelled::unescaped(row[1]), kStart);
    views.say(labelled::unescaped(row[2]), kStart + kThreeWeeks);
    CHECK_MESSAGE(views.disagreement().empty(), row[1] << " / " << row[2]);
  }
}

TEST_CASE("a taste that has ended in other words ends in both views") {
  TwoViews views;
  views.say("I love liquorice.", kStart);
  views.say("I've gone off liquorice.", kStart + kThreeWeeks);
  CHECK(views.disagreement().empty());
}

}  // namespace turnstream::change
