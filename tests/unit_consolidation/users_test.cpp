#include <algorithm>
#include <doctest/doctest.h>

#include "tests/unit_consolidation/consolidation_fixture.h"

namespace turnstream::consolidation {
namespace {

constexpr const char* kViolin = "I have been learning to play the old violin of my grandmother since June.";
constexpr const char* kOldViolin = "I have been learning to play the very old violin of my grandmother since June.";
constexpr const char* kDearViolin = "I have been learning to play the dear old violin of my grandmother since June.";

struct Users : ConsolidationFixture {
  void say_as(std::string_view user_id, std::string_view name, std::string user, std::string agent,
              std::int64_t at_ms) {
    model::StateExport turn = empty_turn(at_ms);
    turn.session_id = keep("session of " + std::string(user_id));
    turn.user_id = user_id;
    turn.user_name = name;
    turn.agent_name = "Bot";
    turn.turn_data.user_input = keep(std::move(user));
    turn.turn_data.assistant_response = keep(std::move(agent));
    give(turn);
  }
};

}  // namespace

TEST_CASE_FIXTURE(Users, "an insight names the user by name and says whose words it rests on") {
  say_as("u1", "Ann", kViolin, "", 0);
  sweep(kSecond);
  REQUIRE(insights.size() == 1);
  CHECK(insights.begin()->second["summary"] == std::string("Ann, 1 January 2026: ") + kViolin);
  CHECK(insights.begin()->second["user_id"] == "u1");
}

TEST_CASE_FIXTURE(Users, "two users of one name who say the same have an insight each") {
  say_as("u1", "Ann", kViolin, "", 0);
  say_as("u2", "Ann", kOldViolin, "", kSecond);
  say_as("u1", "Ann", kDearViolin, "", kMinute);
  sweep(2 * kMinute);
  REQUIRE(insights.size() == 2);
  CHECK(insights.begin()->second["user_id"] != std::next(insights.begin())->second["user_id"]);
}

TEST_CASE_FIXTURE(Users, "an insight that quotes the agent alone has no user and what two users heard is one insight") {
  say_as("u1", "Ann", "", kViolin, 0);
  say_as("u2", "Bob", "", kOldViolin, kSecond);
  sweep(kMinute);
  REQUIRE(insights.size() == 1);
  CHECK_FALSE(insights.begin()->second.contains("user_id"));
}

TEST_CASE_FIXTURE(Users, "what is observed has no user") {
  model::StateExport turn = empty_turn(0);
  turn.user_id = "u1";
  turn.observations.push_back(observation("The main database of the shop runs on host amber in rack nine."));
  give(turn);
  sweep(kSecond);
  REQUIRE(insights.size() == 1);
  CHECK_FALSE(insights.begin()->second.contains("user_id"));
}

TEST_CASE_FIXTURE(Users, "a topic fact says whose words it is") {
  say_as("u1", "Ann", kViolin, "", 0);
  command("sweep", R"({"passes":["topics"]})", kSecond);
  REQUIRE(topics.size() == 1);
  const auto& facts = topics.begin()->second["facts"];
  REQUIRE(facts.size() == 1);
  CHECK(facts[0]["user_id"] == "u1");
}

}  // namespace turnstream::consolidation
