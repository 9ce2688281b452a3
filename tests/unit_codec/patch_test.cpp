#include "pipeline/codec/patch.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>
#include <string>

#include "pipeline/codec/pattern.h"
#include "pipeline/codec/skill.h"
#include "pipeline/json/document.h"

namespace turnstream::codec {
namespace {

using Json = nlohmann::json;

model::Source source(int number) {
  const std::string text = std::to_string(number);
  return {"id" + text, "turn" + text, "session"};
}

/// As the stages add sources and points: the first source and the newest others stay, and the newest points.
void recur(model::Pattern& pattern, int number) {
  pattern.occurrences += 1;
  pattern.last_seen = EventTime{1000 * number};
  pattern.confidence = 500'000 + 1'000 * number;
  pattern.evolution.push_back({pattern.last_seen, pattern.confidence});
  if (pattern.evolution.size() > model::kEvolutionMax) {
    pattern.evolution.erase(pattern.evolution.begin());
  }
  pattern.sources.push_back(source(number));
  if (pattern.sources.size() > model::kSourcesMax) {
    pattern.sources.erase(1);
  }
}

std::string json_of(const model::Pattern& pattern) {
  std::string json;
  append_pattern(json, pattern);
  return json;
}

model::Pattern begun() {
  model::Pattern pattern;
  pattern.id = "6d1b1a9e-3a43-5b3c-9d8e-0f0f3c1d2a3b";
  pattern.persona_id = "helper";
  pattern.key = "tea";
  pattern.text = "user likes tea";
  recur(pattern, 0);
  return pattern;
}

}  // namespace

TEST_CASE("a patch of a pattern has what changed and the gained elements alone") {
  const model::Pattern before = begun();
  model::Pattern after = before;
  recur(after, 1);
  const auto patch = pattern_patch(before, after);
  REQUIRE(patch.has_value());
  CHECK(patch->fields == R"({"confidence":0.501,"occurrences":3,"last_seen":"1970-01-01T00:00:01.000Z"})");
  CHECK(patch->append == R"({"evolution":[{"at":"1970-01-01T00:00:01.000Z","confidence":0.501}],)"
                         R"("sources":[{"id":"id1","turn_id":"turn1","session_id":"session"}]})");
}

TEST_CASE("the patches of a pattern make it as it is at the end also when its lists are full") {
  model::Pattern pattern = begun();
  std::string value = json_of(pattern);
  model::Change several{model::ChangeOp::kPatch, "pattern", pattern.id, "{}", true};
  std::string behind = value;
  for (int number = 1; number < 100; ++number) {
    CAPTURE(number);
    const model::Pattern before = pattern;
    recur(pattern, number);
    if (number % 7 == 0) {
      pattern.sources.erase(2);  // one was forgotten
    }
    if (number % 11 == 0) {
      pattern.evolution.clear();
    }
    const auto patch = pattern_patch(before, pattern);
    REQUIRE(patch.has_value());
    value = patched(value, *patch);
    CHECK(Json::parse(value) == Json::parse(json_of(pattern)));
    add_patch(several, *patch);
    if (number % 5 == 0) {
      behind = patched(behind, several);
      several = {model::ChangeOp::kPatch, "pattern", pattern.id, "{}", true};
      CHECK(Json::parse(behind) == Json::parse(json_of(pattern)));
    }
  }
}

TEST_CASE("a patch over a put makes a put of the whole") {
  const model::Pattern before = begun();
  model::Pattern after = before;
  recur(after, 1);
  model::Change change{model::ChangeOp::kPut, "pattern", before.id, json_of(before), false};
  add_patch(change, *pattern_patch(before, after));
  CHECK(change.op == model::ChangeOp::kPut);
  CHECK(change.append.empty());
  CHECK(change.value == json_of(after));
}

TEST_CASE("a list in the fields of a later patch replaces what was appended before") {
  model::Change change{model::ChangeOp::kPatch, "pattern", "a", R"({"n":1})", true, R"({"sources":[{"id":"1"}]})"};
  add_patch(change, {R"({"sources":[{"id":"7"}]})", R"({"evolution":[1]})"});
  CHECK(change.value == R"({"n":1,"sources":[{"id":"7"}]})");
  CHECK(change.append == R"({"evolution":[1]})");
  add_patch(change, {"{}", R"({"sources":[{"id":"8"}]})"});
  CHECK(change.value == R"({"n":1,"sources":[{"id":"7"},{"id":"8"}]})");
}

TEST_CASE("a member that is gone cannot be said by a patch and nothing is one without fields") {
  model::Pattern before = begun();
  CHECK(pattern_patch(before, before)->fields == "{}");
  CHECK(pattern_patch(before, before)->append.empty());
  model::Pattern after = before;
  before.scope.project = "web";
  CHECK_FALSE(pattern_patch(before, after).has_value());
}

TEST_CASE("a patch of a skill has what changed") {
  model::Skill before;
  before.successes = 1;
  model::Skill after = before;
  after.failures = 1;
  after.evolution.push_back({EventTime{0}, 500'000});
  const model::Patch patch = skill_patch(before, after);
  CHECK(patch.fields == R"({"failures":1})");
  CHECK(patch.append == R"({"evolution":[{"at":"1970-01-01T00:00:00.000Z","proficiency":0.5}]})");
}

TEST_CASE("what a change names is in its fields and in what it appends") {
  CHECK(named_in({model::ChangeOp::kPatch, "pattern", "a", R"({"n":1})", true, R"({"sources":[{"id":"1"}]})"}) ==
        R"({"n":1,"sources":[{"id":"1"}]})");
  CHECK(named_in({model::ChangeOp::kPut, "pattern", "a", R"({"n":1})", true}) == R"({"n":1})");
}

}  // namespace turnstream::codec
