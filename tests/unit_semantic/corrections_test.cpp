#include <doctest/doctest.h>

#include "stages/semantic/describe.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

namespace {

constexpr const char* kKatharina = "user's sister is called Katharina Wolkenstein";
constexpr const char* kKatrin = "user's sister is called Katrin Wolkenstein";

std::string ids_json(const std::string& id) {
  return R"({"ids":[")" + id + R"("]})";
}

/// A fact, the correction that puts it right, and one that puts that right.
struct ChainFixture : SemanticFixture {
  ChainFixture() {
    say("My sister is called Katharina Wolkenstein.", 0);
    say("Sorry, typo: it's Katrin, not Katharina.", kMinute);
  }
  void correct_again() { say("Sorry, typo: it's Kathrin, not Katrin.", 2 * kMinute); }
};

bool holds(const SemanticFixture& test, const std::string& text) {
  const auto found = test.facts().find(text);
  return found != test.facts().end() && found->second.at("current") == true;
}

}  // namespace

TEST_CASE_FIXTURE(SemanticFixture, "a correction without a statement is a fact with the sentences that make it one") {
  say("You wrote Meier again. It's Mayr, with a and y.", 0);
  REQUIRE(facts().size() == 1);
  CHECK(fact("It's Mayr").at("current") == true);
  CHECK(fact("It's Mayr").at("evidence") == "You wrote Meier again. It's Mayr, with a and y.");
}

TEST_CASE_FIXTURE(SemanticFixture, "a correction puts right what a fact of the session says") {
  say("My sister is called Katharina.", 0);
  say("It's Katrin, not Katharina.", kMinute);
  CHECK(fact("user's sister is called Katharina").at("current") == false);
  CHECK(fact("user's sister is called Katharina").at("superseded_by") ==
        fact("user's sister is called Katrin").at("id"));
  CHECK(fact("user's sister is called Katrin").at("current") == true);
  CHECK(fact("user's sister is called Katrin").at("evidence") == "It's Katrin, not Katharina.");
}

TEST_CASE_FIXTURE(SemanticFixture, "the word alone that was wrong ends nothing of another session and nothing of two") {
  say("My sister is called Katharina.", 0, "s1");
  say("It's Katrin, not Katharina.", kDay, "s2");
  CHECK(holds(*this, "user's sister is called Katharina"));
  say("My boss is called Katharina.", 2 * kDay, "s1");
  say("My sister is called Katharina.", 2 * kDay + kMinute, "s1");
  say("It's Katrin, not Katharina.", 2 * kDay + 2 * kMinute, "s1");
  CHECK(holds(*this, "user's sister is called Katharina"));
  CHECK(holds(*this, "user's boss is called Katharina"));
}

TEST_CASE_FIXTURE(NotedFixture, "a correction ends nothing that does not say what was wrong") {
  say("The train to Bern leaves at 9:10.", 0);
  say("The train to Ghent leaves at 7:24.", kMinute);
  say("The train leaves at 7:42, you told me 7:24!", 2 * kMinute);
  CHECK(notes().at("The train to Bern leaves at 9:10.").at("current") == true);
}

TEST_CASE_FIXTURE(SemanticFixture, "one correction says what a user is not and what they are instead") {
  say("I'm allergic to walnuts.", 0);
  say("I'm not allergic to walnuts, it was the pecans.", kDay, "s2");
  CHECK(fact("user is allergic to walnuts").at("current") == false);
  bool pecans = false;
  for (const auto& [text, fact] : facts()) {
    pecans = pecans || (text.find("allergic") != std::string::npos && text.find("pecans") != std::string::npos &&
                        fact.at("current") == true);
  }
  CHECK(pecans);
}

TEST_CASE_FIXTURE(SemanticFixture, "a correction of one user puts nothing right of another one") {
  const model::User ann{"u1", "Ann"};
  const model::User bob{"u2", "Bob"};
  say_as(ann, "My sister is called Katharina.", 0);
  say_as(bob, "It's Katrin, not Katharina.", kMinute);
  CHECK(holds(*this, "Ann's sister is called Katharina"));
}

TEST_CASE_FIXTURE(SemanticFixture, "the old address of a mailbox is not where a person lives") {
  say("I live in Bristol.", 0);
  say("My new mail is nell@example.org, the old address is dead.", kDay, "s2");
  say("Write to the new one, the old address is dead.", 2 * kDay, "s3");
  CHECK(holds(*this, "user lives in Bristol"));
}

TEST_CASE_FIXTURE(ChainFixture, "a fact that was put right names both turns and is forgotten with the first") {
  REQUIRE(holds(*this, kKatrin));
  const Json sources = fact(kKatrin).at("sources");
  REQUIRE(sources.size() == 2);
  CHECK(sources[0].at("turn_id") == "turn1");
  CHECK(sources[1].at("turn_id") == "turn2");
  forget(ids_json("turn1"), kDay);
  CHECK(facts().empty());
}

TEST_CASE_FIXTURE(ChainFixture, "a fact that was put right is forgotten with the fact whose words it has") {
  forget(ids_json(fact(kKatharina).at("id")), kDay);
  CHECK(facts().empty());
}

TEST_CASE_FIXTURE(ChainFixture, "the fact that was put right holds again if the correction is forgotten") {
  forget(ids_json("turn2"), kDay);
  CHECK(holds(*this, kKatharina));
  CHECK(fact(kKatharina).at("superseded_by") == nullptr);
  CHECK(facts().size() == 1);
}

TEST_CASE_FIXTURE(ChainFixture, "the fact that was put right holds again if the right one is forgotten by its id") {
  forget(ids_json(fact(kKatrin).at("id")), kDay);
  CHECK(holds(*this, kKatharina));
  CHECK(facts().size() == 1);
}

TEST_CASE_FIXTURE(ChainFixture, "a chain of corrections is forgotten from the turn or fact that is named") {
  correct_again();
  REQUIRE(holds(*this, "user's sister is called Kathrin Wolkenstein"));
  SUBCASE("the first turn") {
    forget(ids_json("turn1"), kDay);
    CHECK(facts().empty());
  }
  SUBCASE("the first fact") {
    forget(ids_json(fact(kKatharina).at("id")), kDay);
    CHECK(facts().empty());
  }
  SUBCASE("the second turn") {
    forget(ids_json("turn2"), kDay);
    CHECK(holds(*this, kKatharina));
    CHECK(facts().size() == 1);
  }
  SUBCASE("the second fact") {
    forget(ids_json(fact(kKatrin).at("id")), kDay);
    CHECK(holds(*this, kKatharina));
    CHECK(facts().size() == 1);
  }
  SUBCASE("the last turn") {
    forget(ids_json("turn3"), kDay);
    CHECK(holds(*this, kKatrin));
    CHECK(facts().size() == 2);
  }
}

TEST_CASE_FIXTURE(ChainFixture,
                  "a fact that was put right and said itself outlives the fact that was wrong but not its turn") {
  say("My sister is called Katrin Wolkenstein.", kDay, "s2");
  forget(ids_json(fact(kKatharina).at("id")), 2 * kDay);
  CHECK(holds(*this, kKatrin));
  forget(ids_json("turn1"), 3 * kDay);
  CHECK(facts().empty());
}

TEST_CASE_FIXTURE(SemanticFixture, "a fact of a user that was put right is forgotten with the user's session") {
  const model::User ann{"u1", "Ann"};
  say_as(ann, "My sister is called Katharina Wolkenstein.", 0);
  say_as(ann, "Sorry, typo: it's Katrin, not Katharina.", kMinute);
  REQUIRE(holds(*this, "Ann's sister is called Katrin Wolkenstein"));
  forget(R"({"session_id":"session of u1"})", kDay);
  CHECK(facts().empty());
}

TEST_CASE_FIXTURE(SemanticFixture, "a correction puts no value right that would be too long") {
  const std::string name(250, 'a');
  say("My sister is called Katharina " + name + ".", 0);
  REQUIRE(facts().size() == 1);
  say("Sorry, typo: it's " + std::string(100, 'b') + ", not Katharina.", kMinute);
  for (const auto& [text, fact] : facts()) {
    CHECK((fact.at("value").is_null() || fact.at("value").get<std::string>().size() <= 300));
  }
}

TEST_CASE_FIXTURE(SemanticFixture, "the rows of a fact that was put right are shown and damage is found") {
  say("My sister is called Katharina.", 0);
  say("It's Katrin, not Katharina.", kMinute);
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
}

}  // namespace turnstream::semantic
