#include <doctest/doctest.h>
#include <set>

#include "pipeline/codec/ids.h"
#include "tests/unit_skill/skill_fixture.h"

namespace turnstream::skill {
namespace {

using Ids = std::set<std::string>;

struct Fixture : SkillFixture {
  stage_api::StageOutcome forget(const std::string& args_json) { return command("forget", args_json, kMinute); }
  const Ids& forgotten() { return driver().forgotten_turns("helper"); }
};

std::string ids_json(const std::string& id) {
  return R"({"ids":[")" + id + R"("]})";
}

}  // namespace

TEST_CASE_FIXTURE(Fixture, "a skill that is named is removed and its turns are not barred") {
  turn({"grep", "read"}, 0);
  const std::string id = skill({"grep"}).id;
  const auto outcome = forget(ids_json(id));
  CHECK(outcome.removed() == 1);
  CHECK(outcome.processed == 1);
  CHECK(skills().size() == 2);
  CHECK(forgotten() == Ids{id});
  CHECK(outcome.of_kind("stats")[0].value ==
        R"({"kind":"stats","id":"skills","persona_id":"helper","skills":2,"capabilities":0})");
}

TEST_CASE_FIXTURE(Fixture, "all skills that rest on a named turn or item are removed") {
  turn({"grep"}, 0);
  turn({"grep", "read"}, 1);
  turn({"make"}, 2);
  const std::string item = to_string(codec::memory_id("helper", "turn 2", "/tool_executions/1"));
  CHECK(forget(ids_json(item)).removed() == 1);
  CHECK(forgotten() == Ids{item, "turn 2"});
  CHECK(forget(ids_json("turn 1")).removed() == 1);
  CHECK(skills().size() == 2);
  CHECK(forgotten() == Ids{item, "turn 1", "turn 2"});
}

TEST_CASE_FIXTURE(Fixture, "a turn id that is named is barred even if the stage has nothing of it") {
  CHECK(forget(ids_json("01JGFJJZ00000000000000000A")).changes.empty());
  CHECK(forget(ids_json("61e2e4d0-312c-5278-9766-75be294db30c")).changes.empty());
  CHECK(forgotten() == Ids{"01JGFJJZ00000000000000000A", "61e2e4d0-312c-5278-9766-75be294db30c"});
  CHECK(driver().rows("helper").empty());
}

TEST_CASE_FIXTURE(Fixture, "forgetting a session removes its skills and bars its recent turns") {
  turn({"grep"}, 0, "helper", "gone");
  turn({}, 1, "helper", "gone");
  turn({"read"}, 2, "helper", "stays");
  CHECK(forget(R"({"session_id":"gone"})").removed() == 1);
  CHECK(forgotten() == Ids{"turn 1", "turn 2"});
  CHECK(skills().count({"read"}) == 1);
}

TEST_CASE_FIXTURE(Fixture, "forgetting all leaves nothing and with block takes no turn until all is unforgotten") {
  turn({"grep"}, 0);
  turn({"read"}, 1, "other");
  const auto outcome = forget(R"({"all":true,"block":true})");
  CHECK(outcome.removed() == 1);
  CHECK(outcome.of_kind("stats")[0].op == model::ChangeOp::kDelete);
  CHECK(driver().rows("helper").empty());
  CHECK(driver().timers("helper").empty());
  CHECK(forgotten() == Ids{"turn 1"});
  CHECK(driver().blocked("helper"));
  command("unforget", R"({"ids":["x"]})", kMinute);
  CHECK(driver().blocked("helper"));
  command("unforget", R"({"all":true})", kMinute);
  CHECK_FALSE(driver().blocked("helper"));
  CHECK(skills("other").size() == 1);
  CHECK(turn({"grep"}, 2).added() == 1);
}

TEST_CASE_FIXTURE(Fixture, "commands of other kinds change nothing") {
  turn({"grep"}, 0);
  CHECK(command("sweep", "{}", 1).changes.empty());
}

}  // namespace turnstream::skill
