// Preferences of which a user has one at a time, and what ends a preference without a statement of the user.
#include <doctest/doctest.h>

#include "stages/pattern/kept_pattern.h"
#include "stages/pattern/taste_slots.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
TEST_CASE_FIXTURE(PatternFixture, "a preference of which there is one takes the place of the one before") {
  turn({"I prefer trains to planes."}, 0);
  turn({"I prefer planes to trains."}, kDay);
  CHECK_FALSE(has("preference/trains"));
  CHECK(has("preference/planes"));
  turn({"My favourite season is autumn."}, 2 * kDay);
  turn({"I prefer tea for breakfast."}, 2 * kDay + kMinute);
  CHECK(has("preference/planes"));
  turn({"My favorite season is winter."}, 3 * kDay);
  CHECK_FALSE(has("preference/autumn"));
  CHECK(has("preference/winter"));
}

TEST_CASE_FIXTURE(PatternFixture, "an older preference that arrives late takes no place") {
  turn({"I prefer sage for stuffing."}, kDay);
  late_turn({"I prefer mint for stuffing."}, 0, 2 * kDay);
  CHECK(has("preference/sage"));
  CHECK_FALSE(has("preference/mint"));
}

TEST_CASE_FIXTURE(PatternFixture, "preferences of two users take no place of each other") {
  turn({.user = "I prefer sage for stuffing.", .user_id = "u1"}, 0);
  turn({.user = "I prefer mint for stuffing.", .user_id = "u2"}, kDay);
  CHECK(has("preference/sage of u1"));
  CHECK(has("preference/mint of u2"));
}

TEST_CASE_FIXTURE(PatternFixture, "a preference whose place was taken holds again if that turn is forgotten") {
  turn({.user = "I prefer trains for journeys.", .session = "one"}, 0);
  turn({.user = "I prefer planes for journeys.", .session = "two"}, kDay);
  turn({.user = "I prefer ships for journeys.", .session = "three"}, 2 * kDay);
  forget(R"({"session_id":"two"})", 3 * kDay);
  CHECK_FALSE(has("preference/trains"));
  CHECK(has("preference/ships"));
  forget(R"({"session_id":"three"})", 4 * kDay);
  CHECK(has("preference/trains"));
  CHECK_FALSE(has("preference/planes"));
}

TEST_CASE_FIXTURE(PatternFixture, "preferences without a common purpose take no place of each other") {
  turn({"I prefer short emails."}, 0);
  turn({"I prefer window seats now."}, kDay);
  turn({"I prefer showers in the morning."}, 2 * kDay);
  turn({"I prefer tea in the morning."}, 3 * kDay);
  for (const char* key : {"short emails", "window seats", "showers in the morning", "tea in the morning"}) {
    CHECK_MESSAGE(has(std::string("preference/") + key), key);
  }
}

TEST_CASE_FIXTURE(PatternFixture, "what is preferred and also liked is liked when it is no longer preferred") {
  turn({"I prefer cider."}, 0);
  turn({"I like cider."}, kDay);
  CHECK(pattern("preference/cider").text == "likes cider");
  turn({"I prefer ale to cider."}, 2 * kDay);
  turn({"I don't prefer cider any more."}, 3 * kDay);
  CHECK(pattern("preference/cider").polarity == model::Polarity::kPositive);
  CHECK(has("preference/ale"));
}

TEST_CASE_FIXTURE(PatternFixture, "what turned into its opposite holds again if that turn is forgotten") {
  turn({.user = "I love fondue.", .session = "one"}, 0);
  turn({.user = "I hate fondue.", .session = "two"}, kDay);
  forget(R"({"session_id":"two"})", 2 * kDay);
  CHECK(pattern("preference/fondue").text == "likes fondue");
}

TEST_CASE_FIXTURE(PatternFixture, "a dislike that is over states nothing") {
  turn({"I hate polka."}, 0);
  turn({"I no longer hate polka."}, kDay);
  CHECK_FALSE(has("preference/polka"));
}

TEST_CASE_FIXTURE(PatternFixture, "how a favourite is says not which it is") {
  turn({"My favourite pub is the Anchor."}, 0);
  for (const char* state : {"closed", "too small now", "losing", "open again", "far away"}) {
    turn({std::string("My favourite pub is ") + state + "."}, kDay);
    CHECK_MESSAGE(has("preference/anchor"), state);
  }
  turn({"My favourite drink is hot chocolate."}, 2 * kDay);
  CHECK(has("preference/hot chocolate"));
  turn({"My favourite hobby is running."}, 2 * kDay + kMinute);
  CHECK(has("preference/running"));
}

TEST_CASE_FIXTURE(PatternFixture, "a correction puts a preference right") {
  turn({"I prefer corner desks."}, 0);
  turn({"Sorry, I meant quiet rooms, not corner desks."}, kDay);
  CHECK_FALSE(has("preference/corner desks"));
  CHECK(has("preference/quiet rooms"));
}

TEST_CASE_FIXTURE(PatternFixture, "an allowance ends the standing prohibition in instruction and habit") {
  for (const char* allowance :
       {"Deploying on Sundays is OK now.", "You can deploy on Sundays now.", "Deploying on Sundays is fine again."}) {
    PatternFixture fixture;
    fixture.turn({"Never deploy on Sundays."}, 0);
    CHECK(fixture.has("habit/deploy on sundays"));
    fixture.turn({allowance}, kDay);
    for (const auto& each : fixture.patterns()) {
      CHECK_MESSAGE(!is_stated(each.second.type), each.first << " after " << allowance);
    }
  }
  PatternFixture fixture;
  fixture.turn({"Never deploy on Sundays."}, 0);
  fixture.turn({"Deploying on Sundays is OK just now."}, kDay);
  fixture.turn({"Deploying on Mondays is OK now."}, 2 * kDay);
  CHECK(fixture.has("habit/deploy on sundays"));
}

TEST_CASE("the row of the slots of tastes is read as it was written and refused if it is damaged") {
  const std::vector<TasteEntry> tastes{{Uuid{1}, 2, 3, true}, {Uuid{4}, 5, 6}};
  const std::string bytes = encode_tastes(tastes);
  CHECK(decode_tastes(bytes).value() == tastes);
  CHECK_FALSE(decode_tastes(bytes + "x").ok());
  CHECK_FALSE(decode_tastes(bytes.substr(0, bytes.size() - 1)).ok());
}

}  // namespace turnstream::pattern
