#include <algorithm>
#include <doctest/doctest.h>
#include <random>

#include "pipeline/codec/ids.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

Said said_in_own_session(const std::string& id, const std::string& name, std::string text) {
  Said said{std::move(text)};
  said.session = "session of " + id;
  said.user_id = id;
  said.user_name = name;
  return said;
}

Said ann(std::string text) {
  return said_in_own_session("u1", "Ann", std::move(text));
}

Said bob(std::string text) {
  return said_in_own_session("u2", "Bob", std::move(text));
}

/// The stated patterns without what differs between two personas: ids.
std::map<std::string, model::Pattern> stated(PatternFixture& test, const std::vector<std::string>& personas) {
  std::map<std::string, model::Pattern> found;
  for (const std::string& persona : personas) {
    for (auto [key, pattern] : test.patterns(persona)) {
      model::SourceList sources;
      for (const model::SourceView source : pattern.sources) {
        sources.push_back({"", source.turn_id, source.session_id});
      }
      pattern.id.clear();
      pattern.persona_id.clear();
      pattern.sources = sources;
      if (pattern.user.known()) {
        found[key] = pattern;
      }
    }
  }
  return found;
}

}  // namespace

TEST_CASE_FIXTURE(PatternFixture, "a preference is that of the user who states it") {
  turn(ann("I prefer TypeScript for large codebases"), 0);
  turn(bob("I prefer TypeScript for large codebases"), kMinute);
  const model::Pattern& of_ann = pattern("preference/typescript of u1");
  CHECK(of_ann.id == to_string(codec::pattern_id("helper", "preference", "typescript", "u1")));
  CHECK(of_ann.text == "Ann prefers typescript for large codebases");
  CHECK(of_ann.user == model::User{"u1", "Ann"});
  CHECK(of_ann.occurrences == 1);
  CHECK(pattern("preference/typescript of u2").text == "Bob prefers typescript for large codebases");
}

TEST_CASE_FIXTURE(PatternFixture, "the opposite of another user changes nothing") {
  turn(ann("I love coffee"), 0);
  turn(bob("I hate coffee"), kMinute);
  CHECK(pattern("preference/coffee of u1").polarity == model::Polarity::kPositive);
  CHECK(pattern("preference/coffee of u2").polarity == model::Polarity::kNegative);
  turn(ann("I hate coffee"), 2 * kMinute);
  CHECK(pattern("preference/coffee of u1").polarity == model::Polarity::kNegative);
  CHECK(pattern("preference/coffee of u1").text == "Ann dislikes coffee");
}

TEST_CASE_FIXTURE(PatternFixture, "a habit shows the name before its phrase") {
  turn(ann("always run the tests"), 0);
  CHECK(pattern("habit/run the tests of u1").text == "Ann: always run the tests");
}

TEST_CASE_FIXTURE(PatternFixture, "what recurs is the persona's and counts the turns of all users") {
  turn(ann("Kafka one"), 0);
  turn(bob("Kafka two"), kMinute);
  turn(ann("Kafka three"), 2 * kMinute);
  CHECK(pattern("topic/kafka").occurrences == 3);
  CHECK_FALSE(pattern("topic/kafka").user.known());
}

TEST_CASE_FIXTURE(PatternFixture, "a turn without user_id states a pattern as before even if it has a name") {
  turn({"I love coffee"}, 0);
  CHECK(pattern("preference/coffee").id == to_string(codec::pattern_id("helper", "preference", "coffee")));
  CHECK(pattern("preference/coffee").text == "likes coffee");
}

TEST_CASE_FIXTURE(PatternFixture, "the pattern of one of two users is forgotten alone") {
  turn(ann("I love coffee"), 0);
  turn(bob("I love coffee"), kMinute);
  forget(R"({"ids":[")" + pattern("preference/coffee of u1").id + R"("]})", 2 * kMinute);
  CHECK_FALSE(has("preference/coffee of u1"));
  CHECK(has("preference/coffee of u2"));
}

TEST_CASE_FIXTURE(PatternFixture,
                  "a user who orders much takes no instruction from another one and an order leaves with its habit") {
  driver().set_settings(R"({"pattern":{"instructions_max":4}})");
  turn(ann("Always answer in French."), 0);
  std::int64_t now = 0;
  for (const char* what : {"water the ferns", "feed the cat", "lock the cellar", "wash the car", "sign the invoices",
                           "count the chairs", "paint the fence"}) {
    turn(bob("Always " + std::string(what) + " on Mondays."), now += kMinute);
  }
  CHECK(has("habit/answer in french of u1"));
  std::vector<std::string> texts;
  for (const auto& [key, pattern] : patterns()) {
    if (pattern.user.known()) {
      texts.push_back(pattern.text);
    }
  }
  CHECK(std::count_if(texts.begin(), texts.end(), [](const std::string& text) { return text.starts_with("Ann: "); }) ==
        2);
  CHECK(std::count_if(texts.begin(), texts.end(), [](const std::string& text) { return text.starts_with("Bob: "); }) ==
        6);
}

TEST_CASE_FIXTURE(PatternFixture,
                  "an order with everyone in front of it is that of all users and its giver can end it") {
  for (const std::string order : {"Everyone: never push to main on a Friday.", "Everyone: always answer in English.",
                                  "All, from now on use tabs for indentation."}) {
    CAPTURE(order);
    PatternFixture test;
    test.turn(ann(order), 0);
    std::size_t orders = 0;
    for (const auto& [key, pattern] : test.patterns()) {
      if (pattern.type == model::PatternType::kInstruction) {
        ++orders;
        CHECK_FALSE(pattern.user.known());
      }
    }
    CHECK(orders == 1);
  }
}

TEST_CASE("two users of one persona have the patterns that they state to two personas") {
  constexpr std::string_view kTexts[] = {
      "I love coffee",           "I hate coffee",           "I prefer TypeScript for large codebases",
      "always run the tests",    "never run the tests",     "I'd rather walk than drive",
      "On Fridays I bake bread", "The kafka broker is slow"};
  for (unsigned seed = 1; seed <= 20; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    PatternFixture together;
    PatternFixture apart;
    std::int64_t now = 0;
    for (int i = 0; i < 80; ++i) {
      const bool is_ann = random() % 2 == 0;
      const std::string text(kTexts[random() % std::size(kTexts)]);
      now += static_cast<std::int64_t>(random() % 6) * 60 * kMinute;
      Said said = is_ann ? ann(text) : bob(text);
      said.recalled = random() % 4 == 0;
      together.turn(said, now);
      said.persona = "helper of " + said.user_id;
      apart.turn(said, now);
    }
    const auto found = stated(together, {"helper"});
    CHECK(found.size() > 6);
    CHECK(found == stated(apart, {"helper of u1", "helper of u2"}));
  }
}

}  // namespace turnstream::pattern
