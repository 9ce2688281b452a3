// Whose notes are, and the sentences that facts keep.

#include <doctest/doctest.h>
#include <utility>

#include "pipeline/codec/ids.h"
#include "tests/unit_semantic/semantic_fixture.h"

namespace turnstream::semantic {

using Json = nlohmann::json;

TEST_CASE("the same words of two users are two notes and a user with a new name stays one speaker") {
  SemanticFixture test("{}");
  const auto first = test.say_as({"u1", "Ann"}, "We moved to Porto last year with my sister Clara.", 0).of_kind("note");
  const auto other =
      test.say_as({"u2", "Ann"}, "We moved to Porto last year with my sister Clara.", kMinute).of_kind("note");
  const auto renamed =
      test.say_as({"u1", "Anna"}, "We moved to Porto last year with my sister Clara.", 2 * kMinute).of_kind("note");
  REQUIRE(first.size() == 1);
  REQUIRE(other.size() == 1);
  REQUIRE(renamed.size() == 1);
  CHECK(first[0].id != other[0].id);
  CHECK(first[0].id == renamed[0].id);
  CHECK(first[0].id ==
        to_string(codec::note_id("helper", "user", "clara last moved my porto sister to we with year", "u1")));
  const Json value = Json::parse(other[0].value);
  CHECK(value.at("user_id") == "u2");
  CHECK(value.at("user_name") == "Ann");
  CHECK(value.at("speaker") == "Ann");
  CHECK(value.at("sources").size() == 1);
}

TEST_CASE("a record has a user only if it is about the user") {
  SemanticFixture test("{}");
  model::StateExport turn = test.turn_of({"u1", "Ann"}, 0);
  turn.turn_data.assistant_response = test.keep("Your Faro tickets are booked for Monday.");
  turn.observations.push_back(test.observation("User prefers the Porto office on Mondays."));
  turn.observations.push_back(test.observation("The Lisbon gateway listens on port 9090 since June."));
  test.give(turn);
  const Json about_user = test.notes().at("User prefers the Porto office on Mondays.");
  CHECK(about_user.at("user_id") == "u1");
  CHECK(about_user.at("about") == "self");
  CHECK(about_user.at("speaker") == "helper");
  CHECK(test.notes().at("The Lisbon gateway listens on port 9090 since June.").count("user_id") == 0);
  CHECK(test.notes().at("Your Faro tickets are booked for Monday.").at("user_id") == "u1");
}

TEST_CASE("in a room a question to one user is not answered by another one") {
  SemanticFixture test("{}");
  const auto give = [&test](const model::User& user, std::string said, std::string answer, std::int64_t event_ms) {
    model::StateExport turn = test.turn_of(user, event_ms);
    turn.session_id = "room";
    turn.turn_data.user_input = test.keep(std::move(said));
    turn.turn_data.assistant_response = test.keep(std::move(answer));
    test.give(turn);
  };
  give({"u1", "Ann"}, "Hello again!", "Good to see you. Where did you move last year?", 0);
  give({"u2", "Bo"}, "We moved to Faro in May.", "Good to see you. Where did you move last year?", kMinute);
  give({"u2", "Bo"}, "To Porto with my sister Clara.", "Noted.", 2 * kMinute);
  CHECK(test.notes().at("We moved to Faro in May.").at("reply_to").is_null());
  CHECK(test.notes().at("To Porto with my sister Clara.").at("reply_to") == "Where did you move last year?");
}

TEST_CASE("praise that is not meant gives no fact and what is said next to it keeps its own sentence") {
  SemanticFixture test;
  test.say("The build broke again. I love this tool. I live in Berlin.", 0);
  CHECK(test.fact("user lives in Berlin").at("evidence") == "I live in Berlin.");
  for (const auto& [text, fact] : test.facts()) {
    CHECK(fact.at("relation") != "likes");
  }
}

TEST_CASE("a statement keeps the sentence that made it as evidence") {
  SemanticFixture test;
  test.say("Hi! I live in Berlin. It rains a lot.", 0);
  REQUIRE(test.facts().size() == 1);
  CHECK(test.facts().begin()->second.at("evidence") == "I live in Berlin.");
  test.observe("three red lanterns", kMinute);
  CHECK(test.fact("three red lanterns").at("evidence").is_null());
}

}  // namespace turnstream::semantic
