#include "stages/pattern/habit_topics.h"

#include <doctest/doctest.h>

#include "stages/pattern/describe.h"
#include "stages/pattern/ended_habits.h"
#include "tests/stage_checks/rows_check.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

Said said_in_session_of(const std::string& id, std::string text) {
  Said said{std::move(text)};
  said.user_id = id;
  said.session = "session of " + id;
  return said;
}

}  // namespace

TEST_CASE_FIXTURE(PatternFixture, "a habit ends with what it is about") {
  turn({"I usually drive an old Trabant."}, 0);
  REQUIRE(has("habit/drive an old trabant"));
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  turn({"I sold the piano."}, kMinute);
  CHECK(has("habit/drive an old trabant"));
  turn({"I sold the Trabant."}, 2 * kMinute);
  CHECK_FALSE(has("habit/drive an old trabant"));
}

TEST_CASE_FIXTURE(PatternFixture, "what would end a habit does not if it was said before it or by another user") {
  turn(said_in_session_of("u1", "I usually drive an old Trabant."), 0);
  late_turn(said_in_session_of("u1", "I sold the Trabant."), -kDay, kMinute);
  turn(said_in_session_of("u2", "I sold the Trabant."), 2 * kMinute);
  CHECK(has("habit/drive an old trabant of u1"));
  turn(said_in_session_of("u1", "I sold the Trabant, but I usually drive an old Trabant."), 3 * kMinute);
  CHECK(has("habit/drive an old trabant of u1"));
}

TEST_CASE_FIXTURE(PatternFixture, "the topics of a habit are forgotten with it") {
  turn({"I usually drive an old Trabant."}, 0);
  forget(R"({"ids":["turn 1"]})", kMinute);
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(PatternFixture, "a habit holds again if the turn that ended it is forgotten") {
  turn({"I usually drive an old Trabant."}, 0);
  turn({"I sold the Trabant."}, kMinute);
  REQUIRE_FALSE(has("habit/drive an old trabant"));
  stage_checks::check_rows_shown(driver().rows("helper"), describe_row);
  forget(R"({"ids":["turn 2"]})", 2 * kMinute);
  CHECK(has("habit/drive an old trabant"));
  turn({"I sold the Trabant."}, 3 * kMinute);
  CHECK_FALSE(has("habit/drive an old trabant"));
  forget(R"({"ids":["turn 1"]})", 4 * kMinute);
  CHECK(driver().rows("helper").count(std::string(EndedHabitsRow::kKey)) == 0);
}

TEST_CASE_FIXTURE(PatternFixture, "a habit that was said again does not hold twice if its end is forgotten") {
  turn({"I usually drive an old Trabant."}, 0);
  turn({"I sold the Trabant."}, kMinute);
  turn({"I usually drive an old Trabant."}, 2 * kMinute);
  forget(R"({"ids":["turn 2"]})", 3 * kMinute);
  CHECK(has("habit/drive an old trabant"));
  forget(R"({"ids":["turn 3"]})", 4 * kMinute);
  CHECK_FALSE(has("habit/drive an old trabant"));
}

TEST_CASE("ended habits are read back as they were written and damage is detected at every length") {
  KeptPattern habit;
  habit.pattern.id = to_string(Uuid{1});
  habit.pattern.type = model::PatternType::kHabit;
  habit.pattern.key = "drive an old trabant";
  const std::string row = EndedHabitsRow::encode({{habit, {"item", "turn", "session"}}});
  const auto read = EndedHabitsRow::decode(row, {});
  REQUIRE(read.ok());
  CHECK(EndedHabitsRow::encode(*read) == row);
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(EndedHabitsRow::decode(std::string_view(row).substr(0, size), {}).error().reaction ==
            Reaction::kRebuildState);
  }
}

TEST_CASE("topics of habits are read back as they were written and damage is detected at every length") {
  const std::vector<HabitEntry> habits{{Uuid{1}, 7, "drive an old Trabant"}, {Uuid{2}, 0, {}}};
  const std::string row = encode_habits(habits);
  CHECK(*decode_habits(row) == habits);
  for (std::size_t size = 0; size < row.size(); ++size) {
    REQUIRE(decode_habits(std::string_view(row).substr(0, size)).error().reaction == Reaction::kRebuildState);
  }
  CHECK_FALSE(decode_habits(row + "x").ok());
}

}  // namespace turnstream::pattern
