// Which records of a log scrub replaces.
#include "app/scrub/erasure.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include "pipeline/base/error_codes.h"
#include "pipeline/runtime/task/state_keys.h"

namespace turnstream::app {
namespace {

using Json = nlohmann::json;

const std::string kTurn1 = "01JGFJJZ0000000000000000T1";
const std::string kTurn2 = "01JGFJJZ0000000000000000T2";
const std::string kTurn3 = "01JGFJJZ0000000000000000T3";
const std::string kTurn4 = "01JGFJJZ0000000000000000T4";
constexpr const char* kErased = R"({"erased":true})";

struct Logged : log::Record {
  Logged(const std::string& record_kind, std::int64_t at, const Json& json, const std::string& persona = "helper")
      : kind(record_kind), text(json.dump()), owner(persona) {
    offset = Offset{at};
    key = owner;
    value = text;
    list = {{"kind", kind}, {"log_time", "1767261600000"}};
    headers = list;
  }
  Logged(const Logged&) = delete;
  Logged& operator=(const Logged&) = delete;
  std::string kind;
  std::string text;
  std::string owner;
  std::vector<log::Header> list;
};

Json turn(const std::string& id, const std::string& session = "s1") {
  return {{"turn_id", id},
          {"agent_id", "helper"},
          {"session_id", session},
          {"timestamp", "2026-01-01T10:00:00Z"},
          {"turn_data", {{"user_input", "hello"}, {"assistant_response", "hi"}}}};
}

Json command(const std::string& kind, const Json& args, const std::string& id = "c1") {
  return {{"kind", kind}, {"command_id", id}, {"persona_id", "helper"}, {"args", args}};
}

struct ErasureFixture {
  void forget(std::int64_t at, const Json& args) {
    const Logged record("command", at, command("forget", args));
    REQUIRE(erasure.take_log_record(record).ok());
  }
  std::string replaced(const log::Record& record) {
    const auto value = erasure.replacement(record);
    REQUIRE(value.ok());
    return value->value_or("");
  }
  void refuse(std::int64_t at, std::string_view code, const std::string& persona = "helper") {
    model::Completion part;
    part.persona_id = persona;
    part.cause_kind = "turn";
    part.log = {Partition{0}, Offset{at}};
    part.status = model::CompletionStatus::kPartial;
    part.error = model::CompletionError{std::string(code), "", ""};
    erasure.take_completion(part);
  }
  static std::string stub(const std::string& turn_id) {
    return codec::erased_record_text({codec::turn_hash_of(turn_id)});
  }
  runtime::PipelineShape shape;
  Erasure erasure{shape};
};

}  // namespace

TEST_CASE_FIXTURE(ErasureFixture, "a barred turn is erased and others are kept") {
  erasure.take_row(runtime::persona_key('e', "helper", codec::turn_hash_of(kTurn1)));
  CHECK(replaced(Logged("turn", 1, turn(kTurn1))) == stub(kTurn1));
  CHECK(replaced(Logged("turn", 2, turn(kTurn2))).empty());
  CHECK(replaced(Logged("tick", 3, {{"kind", "tick"}})).empty());
}

TEST_CASE_FIXTURE(ErasureFixture, "a forget command erases what stands before it by id and session") {
  forget(10, {{"ids", {kTurn1}}, {"session_id", "s2"}});
  CHECK(replaced(Logged("turn", 1, turn(kTurn1))) == stub(kTurn1));
  CHECK(replaced(Logged("turn", 2, turn(kTurn2, "s2"))) == stub(kTurn2));
  CHECK(replaced(Logged("turn", 3, turn(kTurn3))).empty());
  CHECK(replaced(Logged("turn", 11, turn(kTurn4, "s2"))).empty());
}

TEST_CASE_FIXTURE(ErasureFixture, "a forget command with all erases every turn before it") {
  forget(10, {{"all", true}, {"confirm", "helper"}});
  CHECK(replaced(Logged("turn", 1, turn(kTurn1))) == stub(kTurn1));
  CHECK(replaced(Logged("turn", 11, turn(kTurn1))).empty());
  CHECK(replaced(Logged("turn", 1, turn(kTurn1), "teacher")).empty());
}

TEST_CASE_FIXTURE(ErasureFixture,
                  "a turn of a forgotten session that came after the command and was refused is erased") {
  forget(10, {{"session_id", "s2"}});
  refuse(11, error_codes::kErased);
  CHECK(replaced(Logged("turn", 11, turn(kTurn1, "s2"))) == stub(kTurn1));
  CHECK(replaced(Logged("turn", 12, turn(kTurn2, "s2"))).empty());
  refuse(13, error_codes::kUpstream);
  CHECK(replaced(Logged("turn", 13, turn(kTurn3, "s2"))).empty());
  refuse(14, error_codes::kErased, "teacher");
  CHECK(replaced(Logged("turn", 14, turn(kTurn4, "s2"))).empty());
}

TEST_CASE_FIXTURE(ErasureFixture, "a turn that came while its persona was blocked is erased and its id is not barred") {
  forget(10, {{"all", true}, {"confirm", "helper"}, {"block", true}});
  refuse(11, error_codes::kBlocked);
  CHECK(replaced(Logged("turn", 11, turn(kTurn1))) == kErased);
  CHECK(replaced(Logged("turn", 12, turn(kTurn1))).empty());
  refuse(13, error_codes::kErased);  // Of several stages, the one that bars the turn for ever decides.
  refuse(13, error_codes::kBlocked);
  CHECK(replaced(Logged("turn", 13, turn(kTurn2))) == stub(kTurn2));
}

TEST_CASE_FIXTURE(ErasureFixture, "the turn of a removed item is erased") {
  forget(10, {{"ids", {"61e2e4d0-312c-5278-9766-75be294db30c"}}});
  model::Completion made;
  made.persona_id = "helper";
  made.cause_kind = "turn";
  made.changes = {{model::ChangeOp::kPut, "memory", "61e2e4d0-312c-5278-9766-75be294db30c",
                   R"({"provenance":{"turn_id":"01JGFJJZ0000000000000000T1"}})", false}};
  erasure.take_completion(made);
  CHECK(replaced(Logged("turn", 1, turn(kTurn1))).empty());
  model::Completion removed = made;
  removed.cause_kind = "command";
  removed.cause_id = "c1";
  removed.changes[0].op = model::ChangeOp::kDelete;
  erasure.take_completion(removed);
  CHECK(replaced(Logged("turn", 1, turn(kTurn1))) == stub(kTurn1));
}

TEST_CASE_FIXTURE(ErasureFixture, "a redrive of a forgotten turn is erased") {
  forget(10, {{"ids", {kTurn1}}});
  const auto redrive = [](const std::string& id) {
    return command("redrive", {{"stage", "skill"}, {"turn_id", id}, {"dead_letter", turn(id).dump()}});
  };
  CHECK(replaced(Logged("redrive", 5, redrive(kTurn1))) == stub(kTurn1));
  CHECK(replaced(Logged("redrive", 6, redrive(kTurn2))).empty());
}

TEST_CASE_FIXTURE(ErasureFixture,
                  "the answers of a model before a forget command are erased and later ones if they changed nothing") {
  const Json answer = {{"kind", "chat"}, {"effect_id", "e"}, {"response", {{"text", "…"}}}};
  CHECK(replaced(Logged("effect_result", 5, answer)).empty());
  forget(10, {{"ids", {kTurn1}}});
  CHECK(replaced(Logged("effect_result", 5, answer)) == kErased);
  CHECK(replaced(Logged("effect_result", 11, answer)) == kErased);
  model::Completion used;
  used.persona_id = "helper";
  used.cause_kind = "effect_result";
  used.log = {Partition{0}, Offset{12}};
  used.changes = {{model::ChangeOp::kPut, "insight", "i", "{}", false}};
  erasure.take_completion(used);
  CHECK(replaced(Logged("effect_result", 12, answer)).empty());
  CHECK(replaced(Logged("effect_result", 5, answer, "teacher")).empty());
}

TEST_CASE_FIXTURE(ErasureFixture, "a share that was taken back is erased and one that came again is kept") {
  const Json share = command("share", {{"source_persona_id", "teacher"}, {"insight", {{"id", "i1"}}}});
  const Logged unshare("command", 10, command("unshare", {{"source_persona_id", "teacher"}, {"ids", {"i1"}}}));
  REQUIRE(erasure.take_log_record(unshare).ok());
  CHECK(replaced(Logged("command", 5, share)) == kErased);
  CHECK(replaced(Logged("command", 11, share)).empty());
  CHECK(replaced(unshare).empty());
}

}  // namespace turnstream::app
