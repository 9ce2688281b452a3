#include <doctest/doctest.h>

#include "stages/pattern/kept_pattern.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

using model::Polarity;

Said said_by_named(const std::string& id, const std::string& name, std::string text) {
  Said said{std::move(text)};
  said.user_id = id;
  said.user_name = name;
  return said;
}

/// The instructions, by key.
std::map<std::string, model::Pattern> instructions_by_key(PatternFixture& test) {
  std::map<std::string, model::Pattern> found;
  for (const auto& [key, pattern] : test.patterns()) {
    if (pattern.type == model::PatternType::kInstruction) {
      found[pattern.key + (pattern.user.known() ? " of " + pattern.user.id : "")] = pattern;
    }
  }
  return found;
}

}  // namespace

TEST_CASE_FIXTURE(PatternFixture, "an order that lasts is an instruction in the words of the user") {
  turn({"Good. If the build fails, ping me, I live near."}, 0);
  const auto found = instructions_by_key(*this);
  REQUIRE(found.size() == 1);
  const model::Pattern& pattern = found.begin()->second;
  CHECK(pattern.text == "If the build fails, ping me");
  CHECK(pattern.scope.condition == "If the build fails");
  CHECK(pattern.confidence == 800'000);
  CHECK(pattern.sources.size() == 1);
}

TEST_CASE_FIXTURE(PatternFixture, "the newest order about the same object takes the place of the older one") {
  turn({"From now on answer in German."}, 0);
  const auto outcome = turn({"Please always answer in French."}, kMinute);
  CHECK(outcome.removed() == 0);
  auto found = instructions_by_key(*this);
  REQUIRE(found.size() == 1);
  CHECK(found.begin()->second.text == "Please always answer in French");
  CHECK(found.begin()->second.occurrences == 1);
  CHECK(found.begin()->second.confidence == 800'000);
  late_turn({"From now on answer in Dutch."}, -kMinute, 2 * kMinute);
  CHECK(instructions_by_key(*this).begin()->second.text == "Please always answer in French");
}

TEST_CASE_FIXTURE(PatternFixture, "the opposite order changes the polarity") {
  turn({"Always sign the mails."}, 0);
  turn({"Never sign the mails."}, kMinute);
  const auto found = instructions_by_key(*this);
  REQUIRE(found.size() == 1);
  CHECK(found.begin()->second.polarity == Polarity::kNegative);
  CHECK(found.begin()->second.text == "Never sign the mails");
}

TEST_CASE_FIXTURE(PatternFixture, "the same order again raises the confidence") {
  turn({"Never sign the mails."}, 0);
  turn({"never sign the mails"}, kMinute);
  const auto found = instructions_by_key(*this);
  REQUIRE(found.size() == 1);
  CHECK(found.begin()->second.confidence == 840'000);
  CHECK(found.begin()->second.occurrences == 2);
}

TEST_CASE_FIXTURE(PatternFixture, "an instruction is that of its user unless it is for everyone") {
  turn(said_by_named("u1", "Ann", "Call me Bo."), 0);
  turn(said_by_named("u2", "Bob", "Call me Chef."), kMinute);
  turn(said_by_named("u2", "Bob", "In this project, write docs in Markdown."), 2 * kMinute);
  auto found = instructions_by_key(*this);
  CHECK(found["name of u1"].text == "Ann: Call me Bo");
  CHECK(found["name of u2"].text == "Bob: Call me Chef");
  CHECK(found.size() == 3);
  for (const auto& [key, pattern] : found) {
    CHECK(pattern.user.known() == (pattern.key == "name"));
  }
}

TEST_CASE_FIXTURE(PatternFixture, "an instruction does not fade") {
  turn({"From now on answer in German."}, 0);
  tick(60 * 30 * kDay);
  CHECK(instructions_by_key(*this).begin()->second.confidence == 800'000);
}

TEST_CASE_FIXTURE(PatternFixture, "one-off requests give no instruction") {
  turn({"Run the tests."}, 0);
  turn({"Could you look at the log?"}, kMinute);
  CHECK(instructions_by_key(*this).empty());
}

TEST_CASE("an instruction's row keeps its scope") {
  KeptPattern kept;
  kept.pattern.id = to_string(Uuid{1});
  kept.pattern.persona_id = "helper";
  kept.pattern.type = model::PatternType::kInstruction;
  kept.pattern.user = {"u1", "Ann"};
  kept.pattern.scope = {"if it fails", "git", "", "Olga"};
  CHECK(*PatternForm::decode(PatternForm::encode(kept), "helper", Uuid{1}) == kept);
}

}  // namespace turnstream::pattern
