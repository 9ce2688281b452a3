#include <array>
#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"
#include "pipeline/codec/ids.h"
#include "tests/unit_pattern/pattern_fixture.h"

namespace turnstream::pattern {
namespace {

std::string ids_json(const std::string& id) {
  return R"({"ids":[")" + id + R"("]})";
}

struct ForgetFixture : PatternFixture {
  bool counts_something() {
    for (const auto& [key, value] : driver().rows("helper")) {
      if (key.find("sketch/") == 0) {
        return true;
      }
    }
    return false;
  }
};

}  // namespace

TEST_CASE_FIXTURE(ForgetFixture, "patterns are forgotten by their id and by a turn or item that is a source") {
  turn({"I love tabs"}, 0);
  turn({"I hate spaces"}, 1);
  turn({"I prefer semicolons"}, 2);
  CHECK(forget(ids_json(pattern("preference/tabs").id), 3).removed() == 1);
  CHECK(forget(ids_json("turn 2"), 3).removed() == 1);
  CHECK(has("preference/semicolons"));
  const auto outcome = forget(ids_json(to_string(codec::memory_id("helper", "turn 3", "/turn_data"))), 3);
  CHECK(outcome.removed() == 1);
  CHECK(outcome.processed == 1);
  CHECK(patterns().empty());
}

TEST_CASE_FIXTURE(ForgetFixture, "patterns are forgotten by session and with all") {
  Said said{"I love tabs"};
  said.session = "gone";
  turn(said, 0);
  turn({"I love spaces"}, 1);
  CHECK(forget(R"({"session_id":"gone"})", 2).removed() == 1);
  CHECK(has("preference/spaces"));
  CHECK(forget(R"({"all":true})", 3).removed() == 1);
  CHECK(driver().rows("helper").empty());
  CHECK(driver().timers("helper").empty());
}

TEST_CASE_FIXTURE(ForgetFixture,
                  "patterns are removed if upstream stages removed one of their sources for the command") {
  turn({"I love tabs"}, 0);
  model::Completion completion;
  completion.stage = "episodic";
  completion.persona_id = "helper";
  completion.cause_kind = "command";
  completion.cause_id = "c1";
  completion.changes = {
      {model::ChangeOp::kDelete, "memory", to_string(codec::memory_id("helper", "turn 1", "/turn_data")), {}, true}};
  std::string part;
  codec::append_completion(part, completion);
  const std::array parts{std::string_view(part)};
  const std::array upstream{stage_api::UpstreamCompletion{"episodic", model::CompletionStatus::kSuccess, parts}};
  CHECK(forget(ids_json("61e2e4d0-312c-5278-9766-75be294db30c"), 1, upstream).removed() == 1);
}

TEST_CASE_FIXTURE(ForgetFixture, "the counts of a forgotten turn are taken back") {
  turn({"kafka"}, 0);
  turn({"kafka"}, 1);
  CHECK(counts_something());
  CHECK(forget(ids_json("turn 1"), 2).changes.empty());
  turn({"kafka"}, 3);
  CHECK_FALSE(has("topic/kafka"));
  turn({"kafka"}, kDay);
  CHECK(has("topic/kafka"));
  CHECK(forget(R"({"session_id":"s1"})", kDay).removed() == 1);
  CHECK_FALSE(counts_something());
}

TEST_CASE_FIXTURE(ForgetFixture, "an observed pattern is removed when any of its source turns is forgotten") {
  turn({"kafka"}, 0);
  turn({"kafka"}, 1);
  turn({"kafka"}, kDay);
  CHECK(forget(ids_json("turn 1"), kDay).removed() == 1);
  CHECK_FALSE(has("topic/kafka"));
}

TEST_CASE_FIXTURE(ForgetFixture, "another persona's patterns stay") {
  Said said{"I love tabs"};
  said.persona = "other";
  turn(said, 0);
  forget(R"({"all":true})", 1);
  CHECK(patterns("other").size() == 1);
  CHECK_FALSE(driver().rows("other").empty());
}

}  // namespace turnstream::pattern
