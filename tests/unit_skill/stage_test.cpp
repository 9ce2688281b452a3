#include <doctest/doctest.h>

#include "pipeline/codec/ids.h"
#include "stages/skill/skill_stage.h"
#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {

TEST_CASE("the stage is of phase 1 without upstream and admits nothing") {
  const auto stage = make_skill_stage();
  CHECK(stage->info().name == "skill");
  CHECK(stage->info().phase == 1);
  CHECK(stage->info().upstream.empty());
  CHECK_FALSE(stage->info().admits);
}

TEST_CASE_FIXTURE(SkillFixture, "search then read succeeds in three turns and becomes a capability in the third") {
  const Tools pair{"search", "read"};
  for (int i = 0; i < 3; ++i) {
    const auto outcome = turn(pair, i * 10 * kMinute);
    CHECK(outcome.added() == (i == 0 ? 3 : 0));
    CHECK(outcome.updated() == (i == 0 ? 0 : 3));
    CHECK(outcome.processed == 2);
    for (const auto& [tools, skill] : skills()) {
      CHECK(skill.proficiency == 690'000 + i * 90'000);
      CHECK(skill.capability == (i == 2));
    }
    const auto stats = outcome.of_kind("stats");
    REQUIRE(stats.size() == (i == 1 ? 0 : 1));
    if (i == 2) {
      CHECK(stats[0].value == R"({"kind":"stats","id":"skills","persona_id":"helper","skills":3,"capabilities":3})");
    }
  }
  CHECK(skill(pair).id == "73b31898-5e9f-56b6-9607-e36c1c715027");
  CHECK(skill(pair).first_seen == EventTime{kStart});
  CHECK(skill(pair).last_seen == EventTime{kStart + 20 * kMinute});
  CHECK(skill(pair).sources.size() == 3);
  CHECK(skill(pair).sources[0].id == to_string(codec::memory_id("helper", "turn 1", "/tool_executions/0")));
}

TEST_CASE_FIXTURE(SkillFixture, "one failure leaves the capability listed and 30 idle days lower it to .627") {
  for (const char* read : {"read", "read", "read", "!read"}) {
    turn({"search", read}, 0);
  }
  CHECK(skill({"search", "read"}).proficiency == 660'000);
  CHECK(skill({"search", "read"}).capability);
  CHECK(tick(30 * kDay - 1).changes.empty());
  const auto outcome = tick(30 * kDay);
  CHECK(outcome.updated() == 3);
  CHECK(outcome.of_kind("stats").empty());
  CHECK(skill({"search", "read"}).proficiency == 627'000);
  CHECK(skill({"search", "read"}).capability);
  CHECK(skill({"search", "read"}).evolution.back() == model::ScorePoint{EventTime{kStart + 30 * kDay}, 627'000});
  turn({"search", "!read"}, 31 * kDay);
  CHECK(skill({"search", "read"}).proficiency == 510'000);
}

TEST_CASE_FIXTURE(SkillFixture, "three turns of a failing tool make a skill worth nothing and no capability") {
  for (int i = 0; i < 3; ++i) {
    turn({"!deploy"}, i);
    CHECK(skill({"deploy"}).proficiency == 0);
    CHECK_FALSE(skill({"deploy"}).capability);
  }
  CHECK(skill({"deploy"}).failures == 3);
}

TEST_CASE_FIXTURE(SkillFixture, "a sequence counts once a turn and ignores spelling and retries") {
  turn({"Search", "!read ", "READ", "search", "read"}, 0);
  CHECK(skills().size() == 6);
  CHECK(skill({"search", "read"}).successes == 1);
  CHECK(skill({"search", "read"}).failures == 0);
  CHECK(skill({"search", "read"}).sources[0].id ==
        to_string(codec::memory_id("helper", "turn 1", "/tool_executions/3")));
}

TEST_CASE_FIXTURE(SkillFixture, "after 180 idle days skills are removed and no row is left") {
  for (int i = 0; i < 3; ++i) {
    turn({"grep"}, i);
  }
  turn({"make"}, 100 * kDay);
  for (int day = 101; day < 180; ++day) {
    tick(day * kDay);
  }
  CHECK(skill({"grep"}).capability);
  auto outcome = tick(180 * kDay + 2);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.of_kind("stats").size() == 1);
  CHECK(skills().size() == 1);
  outcome = tick(280 * kDay);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.of_kind("stats")[0].op == model::ChangeOp::kDelete);
  CHECK(driver().rows("helper").empty());
  CHECK(driver().timers("helper").empty());
}

TEST_CASE_FIXTURE(SkillFixture, "a skill of proficiency 0 decays without a change until it is removed") {
  turn({"!deploy"}, 0);
  CHECK(tick(30 * kDay).changes.empty());
  CHECK(tick(60 * kDay).changes.empty());
  CHECK(tick(180 * kDay).removed() == 1);
}

TEST_CASE_FIXTURE(SkillFixture, "a gap of many days is one decay when time continues") {
  for (int i = 0; i < 3; ++i) {
    turn({"grep"}, i);
  }
  const auto outcome = turn({"make"}, 100 * kDay);
  CHECK(outcome.added() == 3 - 2);
  CHECK(outcome.updated() == 1);
  CHECK(skill({"grep"}).proficiency == 745'916);
  CHECK(skill({"grep"}).evolution.size() == 4);
}

TEST_CASE_FIXTURE(SkillFixture, "a shorter period counts from the last use even if periods were already applied") {
  turn({"grep"}, 0);
  turn({"read"}, 5 * kDay);
  tick(30 * kDay);
  CHECK(skill({"read"}).evolution.size() == 1);
  driver().set_settings(R"({"skill":{"decay_period_days":20}})");
  tick(35 * kDay);
  CHECK(skill({"read"}).evolution.size() == 2);
}

TEST_CASE_FIXTURE(SkillFixture, "a use in the boundary's record is counted after the decay and undoes it") {
  turn({"grep"}, 0);
  turn({"grep"}, 30 * kDay);
  CHECK(skill({"grep"}).proficiency == 780'000);
  REQUIRE(skill({"grep"}).evolution.size() == 3);
  CHECK(skill({"grep"}).evolution[1].score == 655'500);
  CHECK(tick(60 * kDay - 1).changes.empty());
  CHECK(tick(60 * kDay).updated() == 1);
}

TEST_CASE_FIXTURE(SkillFixture, "a turn without tools reads and writes nothing") {
  const auto outcome = turn({}, 0);
  CHECK(outcome.processed == 0);
  CHECK(outcome.changes.empty());
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(SkillFixture, "idle time does not depend on event time") {
  driver().set_settings("{}");
  turn({"grep"}, 0);
  model::StateExport late;
  late.turn_id = "late";
  late.agent_id = "helper";
  late.session_id = "s1";
  late.timestamp = EventTime{0};
  late.tool_executions.emplace_back().tool_id = "grep";
  note("helper", driver().turn(late, LogTime{kStart + 20 * kDay}));
  CHECK(tick(49 * kDay).changes.empty());
  CHECK(tick(50 * kDay).updated() == 1);
  CHECK(skill({"grep"}).first_seen == EventTime{0});
}

}  // namespace turnstream::skill
