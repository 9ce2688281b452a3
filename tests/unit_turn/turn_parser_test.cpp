#include "pipeline/codec/turn_parser.h"

#include <doctest/doctest.h>

#include "tests/unit_turn/turn_text.h"

namespace turnstream::codec {
namespace {

using model::StateExport;

class Fixture {
 public:
  const StateExport& accepted(const std::string& text) {
    auto result = parser_.parse(text);
    CAPTURE(text);
    if (!result.ok()) {
      FAIL("refused: " << result.error().message);
    }
    return **result;
  }
  const StateExport& accepted(const TurnText& turn) { return accepted(turn.text()); }

  void refused(const TurnText& turn, std::string_view pointer, std::string_view rule) {
    const std::string text = turn.text();
    const auto result = parser_.parse(text);
    CAPTURE(text);
    REQUIRE_FALSE(result.ok());
    CHECK_EQ(result.error().code, "schema");
    CHECK_EQ(result.error().reaction, Reaction::kDeadLetter);
    CHECK_EQ(result.error().pointer, pointer);
    CHECK_EQ(result.error().rule, rule);
    CHECK_FALSE(result.error().message.empty());
  }
  std::string message_of(const TurnText& turn) { return parser_.parse(turn.text()).error().message; }

 private:
  TurnParser parser_;
};

constexpr std::string_view kFullTurn = R"({
  "turn_id": "01JGFJJZ00000000000000000A", "agent_id": "helper", "timestamp": "2026-01-01T10:00:00.123Z",
  "duration_ms": 1234.9,
  "turn_data": {"user_input": "Hello \"you\" \ud83d\ude00", "assistant_response": "Hi\n", "urgency": "HIGH",
                "mode": "voice", "parent_turn_id": "01JGFJJY00000000000000000A"},
  "tool_executions": [
    {"tool_id": "grep", "status": "partial", "inputs": { "pattern" : "a.*b" }, "outputs": {"n": 1.50},
     "duration_ms": 12, "tokens_used": 450, "error": "two files unreadable",
     "observations_added": [{"id": "o9", "type": "observation", "content": "seen", "source": "grep",
                             "confidence": 0.95, "tags": ["a", "b"]}],
     "memory_writes": [{"type": "fact", "content": "x is y", "importance": 0.55, "tags": ["c"]},
                       {"type": "note", "content": "z"}]}],
  "observations": [{"id": "o1", "type": "error", "content": "c", "source": "s", "confidence": 1, "tags": [],
                    "ephemeral": true, "importance": 0.1234567, "references": ["src/a.md"]}],
  "goal_updates": [{"goal_id": "g1", "status": "active", "progress": 0.40, "notes": "n"}],
  "action_updates": [{"action_id": "a1", "status": "failed", "result": {"why": null}}],
  "errors": ["e1"], "warnings": ["w1", "w2"],
  "metadata": {"hobgoblins_activated": ["h"], "daemons_activated": ["d"], "tools_used": ["grep"],
               "memory_types_accessed": ["chat"], "budget_used": 12.5, "budget_total": null,
               "memories_recalled": ["m1"]},
  "session_id": "s1", "room_id": "r1", "thread_id": "t1", "user_id": "u1", "task_id": "k1", "message_id": "m1",
  "user_name": "Ann", "agent_name": "Helper", "domain": "code", "mentioned_me": true, "user_direct_message": true,
  "action_taken": false, "error_recovered": true, "something_new": {"deep": [1, {"er": null}]}
})";

TEST_SUITE("TurnParser") {
  TEST_CASE_FIXTURE(Fixture, "every field of a full turn is read") {
    const StateExport& turn = accepted(std::string(kFullTurn));
    CHECK_EQ(turn.turn_id, "01JGFJJZ00000000000000000A");
    CHECK_EQ(turn.agent_id, "helper");
    CHECK_EQ(turn.timestamp, EventTime{1'767'261'600'123});
    CHECK_EQ(turn.duration_ms, 1234);
    CHECK_EQ(turn.turn_data.user_input, "Hello \"you\" \xF0\x9F\x98\x80");
    CHECK_EQ(turn.turn_data.assistant_response, "Hi\n");
    CHECK_EQ(turn.turn_data.urgency, model::Urgency::kHigh);
    CHECK_EQ(turn.turn_data.mode, "voice");
    CHECK_EQ(turn.turn_data.parent_turn_id.value(), "01JGFJJY00000000000000000A");
    CHECK_EQ(turn.errors, std::vector<std::string_view>{"e1"});
    CHECK_EQ(turn.warnings, std::vector<std::string_view>{"w1", "w2"});
    CHECK_EQ(turn.metadata.daemons_activated, std::vector<std::string_view>{"h", "d"});
    CHECK_EQ(turn.metadata.memories_recalled, std::vector<std::string_view>{"m1"});
    CHECK_EQ(turn.session_id, "s1");
    CHECK_EQ(turn.user_id.value(), "u1");
    CHECK_EQ(turn.user_name.value(), "Ann");
    CHECK_EQ(turn.agent_name.value(), "Helper");
    CHECK_EQ(turn.domain, model::Domain::kCode);
    CHECK(turn.mentioned_me);
    CHECK(turn.user_direct_message);
    CHECK_EQ(turn.action_taken, std::optional<bool>(false));
    CHECK(turn.error_recovered);
  }

  TEST_CASE_FIXTURE(Fixture, "the elements of a full turn are read and JSON values keep their bytes") {
    const StateExport& turn = accepted(std::string(kFullTurn));
    REQUIRE_EQ(turn.tool_executions.size(), 1);
    const model::ToolExecution& tool = turn.tool_executions[0];
    CHECK_EQ(tool.status, model::ToolStatus::kPartial);
    CHECK_EQ(tool.inputs_json, R"({ "pattern" : "a.*b" })");
    CHECK_EQ(tool.outputs_json, R"({"n": 1.50})");
    CHECK_EQ(tool.tokens_used, 450);
    CHECK_EQ(tool.error.value(), "two files unreadable");
    REQUIRE_EQ(tool.observations_added.size(), 1);
    CHECK_EQ(tool.observations_added[0].confidence_millionths, 950'000);
    REQUIRE_EQ(tool.memory_writes.size(), 2);
    CHECK_EQ(tool.memory_writes[0].importance_millionths, std::optional<std::int64_t>(550'000));
    CHECK_FALSE(tool.memory_writes[1].importance_millionths.has_value());
    REQUIRE_EQ(turn.observations.size(), 1);
    CHECK(turn.observations[0].ephemeral);
    CHECK_EQ(turn.observations[0].importance_millionths, std::optional<std::int64_t>(123'457));
    CHECK_EQ(turn.observations[0].references, std::vector<std::string_view>{"src/a.md"});
    REQUIRE_EQ(turn.goal_updates.size(), 1);
    CHECK_EQ(turn.goal_updates[0].progress_millionths, 400'000);
    CHECK_EQ(turn.goal_updates[0].progress_json, "0.40");
    REQUIRE_EQ(turn.action_updates.size(), 1);
    CHECK_EQ(turn.action_updates[0].status, model::ActionStatus::kFailed);
    CHECK_EQ(turn.action_updates[0].result_json, R"({"why": null})");
  }

  TEST_CASE_FIXTURE(Fixture, "a missing field has its default") {
    const StateExport& turn = accepted(TurnText()
                                           .with("tool_executions", R"([{"tool_id":"t","status":"success"}])")
                                           .with("observations", R"([{"id":"o","type":"x","content":"c"}])")
                                           .with("goal_updates", R"([{"goal_id":"g","status":"active"}])")
                                           .with("action_updates", R"([{"action_id":"a","status":"pending"}])"));
    CHECK_EQ(turn.duration_ms, 0);
    CHECK_EQ(turn.turn_data.urgency, model::Urgency::kMedium);
    CHECK_EQ(turn.turn_data.mode, "");
    CHECK_FALSE(turn.turn_data.parent_turn_id.has_value());
    CHECK_EQ(turn.tool_executions[0].inputs_json, "{}");
    CHECK_EQ(turn.tool_executions[0].outputs_json, "{}");
    CHECK_EQ(turn.observations[0].confidence_millionths, 1'000'000);
    CHECK_EQ(turn.goal_updates[0].progress_json, "0");
    CHECK_EQ(turn.action_updates[0].result_json, "{}");
    CHECK_EQ(turn.domain, model::Domain::kChat);
    CHECK_FALSE(turn.action_taken.has_value());
    CHECK_EQ(turn.session_id, "default");
  }

  TEST_CASE_FIXTURE(Fixture, "a turn without a session has the session of its room and thread") {
    CHECK_EQ(accepted(TurnText().with("room_id", "\"r\"").with("thread_id", "\"t\"")).session_id, "r/t");
    CHECK_EQ(accepted(TurnText().with("room_id", "\"r\"")).session_id, "r");
    CHECK_EQ(accepted(TurnText().with("thread_id", "\"t\"")).session_id, "t");
    CHECK_EQ(accepted(TurnText().with("thread_id", "\"t\"").with("session_id", "\"\"")).session_id, "t");
    CHECK_EQ(accepted(TurnText().with("thread_id", "\"t\"").with("session_id", "null")).session_id, "t");
    CHECK_EQ(accepted(TurnText().with("thread_id", "\"t\"").with("session_id", "\"s\"")).session_id, "s");
  }

  TEST_CASE_FIXTURE(Fixture, "a long name of a user or an agent is cut to 64 code points") {
    std::string name;
    for (int i = 0; i < 280; ++i) {
      name += "ü";
    }
    const StateExport& turn =
        accepted(TurnText().with("user_name", "\"" + name + "\"").with("agent_name", "\"" + name + "\""));
    CHECK_EQ(*turn.user_name, name.substr(0, 128));
    CHECK_EQ(*turn.agent_name, name.substr(0, 128));
  }

  TEST_CASE_FIXTURE(Fixture, "a turn has nothing of the turn that was read before it") {
    accepted(std::string(kFullTurn));
    const StateExport& turn = accepted(TurnText());
    CHECK(turn.tool_executions.empty());
    CHECK(turn.metadata.memories_recalled.empty());
    CHECK_FALSE(turn.user_id.has_value());
    CHECK_EQ(turn.session_id, "default");
  }

  TEST_CASE_FIXTURE(Fixture, "a turn without a required field is refused with a pointer to the field") {
    refused(TurnText().without("turn_id"), "/turn_id", "required");
    refused(TurnText().without("agent_id"), "/agent_id", "required");
    refused(TurnText().without("timestamp"), "/timestamp", "required");
    refused(TurnText().without("turn_data"), "/turn_data", "required");
    refused(TurnText().with("turn_data", R"({"user_input":""})"), "/turn_data/assistant_response", "required");
    refused(TurnText().with("tool_executions", R"([{"tool_id":"t","status":"success"},{"tool_id":"t"}])"),
            "/tool_executions/1/status", "required");
    refused(TurnText().with("observations", R"([{"id":"o","type":"x"}])"), "/observations/0/content", "required");
  }

  TEST_CASE_FIXTURE(Fixture, "a value of the wrong type is refused") {
    refused(TurnText().with("agent_id", "5"), "/agent_id", "type string");
    refused(TurnText().with("turn_data", "[]"), "/turn_data", "type object");
    refused(TurnText().with("errors", "\"e\""), "/errors", "type array");
    refused(TurnText().with("errors", "[\"e\",1]"), "/errors/1", "type string");
    refused(TurnText().with("duration_ms", "\"1\""), "/duration_ms", "type number");
    refused(TurnText().with("mentioned_me", "1"), "/mentioned_me", "type boolean|null");
    refused(TurnText().with("session_id", "{}"), "/session_id", "type string|null");
    refused(TurnText().with("tool_executions", R"([{"tool_id":"t","status":"success","outputs":"x"}])"),
            "/tool_executions/0/outputs", "type object");
    refused(TurnText().with("tool_executions", R"([{"tool_id":"t","status":"success","tokens_used":1.5}])"),
            "/tool_executions/0/tokens_used", "type integer");
    refused(TurnText().with("metadata", R"({"tools_used":{}})"), "/metadata/tools_used", "type array");
  }

  TEST_CASE_FIXTURE(Fixture, "a value out of range is refused with its bound") {
    refused(TurnText().with("duration_ms", "-1"), "/duration_ms", "minimum 0");
    refused(TurnText().with("duration_ms", "1e16"), "/duration_ms", "maximum 1000000000000000");
    refused(TurnText().with("goal_updates", R"([{"goal_id":"g","status":"active","progress":1.2}])"),
            "/goal_updates/0/progress", "maximum 1");
    refused(TurnText().with("goal_updates", R"([{"goal_id":"g","status":"active","progress":1.00000000000000000001}])"),
            "/goal_updates/0/progress", "maximum 1");
    refused(TurnText().with("observations", R"([{"id":"o","type":"x","content":"c","confidence":-1e-9}])"),
            "/observations/0/confidence", "minimum 0");
    refused(TurnText().with("agent_id", "\"\""), "/agent_id", "minLength 1");
    refused(TurnText().with("agent_id", "\"" + std::string(513, 'a') + "\""), "/agent_id", "maxLength 512");
  }

  TEST_CASE_FIXTURE(Fixture, "a word that is not among the choices is refused") {
    refused(TurnText().with("domain", "\"games\""), "/domain", "enum");
    refused(TurnText().with("turn_data", R"({"user_input":"","assistant_response":"","urgency":"high"})"),
            "/turn_data/urgency", "enum");
    refused(TurnText().with("tool_executions", R"([{"tool_id":"t","status":"ok"}])"), "/tool_executions/0/status",
            "enum");
  }

  TEST_CASE_FIXTURE(Fixture, "a turn id is a ULID in either case or a UUID in small letters and stays as it is") {
    for (const std::string id :
         {"7zzzzzzzzzzzzzzzzzzzzzzzzz", "7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f",
          "00000000-0000-0000-0000-000000000000", "ffffffff-ffff-ffff-ffff-ffffffffffff"}) {
      CHECK_EQ(accepted(TurnText().with("turn_id", "\"" + id + "\"")).turn_id, id);
    }
  }

  TEST_CASE_FIXTURE(Fixture, "another turn id is refused with a sentence that says what it must be") {
    const std::pair<std::string, std::string> cases[] = {
        {"8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "a ULID"},
        {"01JGFJJZ0000000000000000A", "a ULID"},
        {"01JGFJJZ0000000000000000IA", "a ULID"},
        {"01JGFJJZ000000000000000 0A", "a ULID"},
        {"01JGFJJZ00000000000000000AA", "a ULID"},
        {"", "a ULID"},
        {"0190f0a17c2e7b3a9f001a2b3c4d5e6f", "8-4-4-4-12"},
        {"0190f0a1-7c2e-7b3a-9f001-a2b3c4d5e6f", "8-4-4-4-12"},
        {"0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6g", "8-4-4-4-12"},
        {"0190F0A1-7C2E-7B3A-9F00-1A2B3C4D5E6F", "small letters"},
        {"0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6F", "small letters"},
        {"{0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f}", "braces"},
        {"{0190F0A1-7C2E-7B3A-9F00-1A2B3C4D5E6F}", "braces"},
        {"urn:uuid:0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f", "urn:uuid:"},
        {"0190f0a1-7c2e-7b3a-9f00-1a2b3c4d5e6f ", "8-4-4-4-12"},
    };
    for (const auto& [id, said] : cases) {
      const TurnText turn = TurnText().with("turn_id", "\"" + id + "\"");
      refused(turn, "/turn_id", "pattern");
      CHECK_NE(message_of(turn).find(said), std::string::npos);
    }
  }

  TEST_CASE_FIXTURE(Fixture, "a time that is not ISO 8601 is refused") {
    refused(TurnText().with("timestamp", "\"yesterday\""), "/timestamp", "pattern");
    refused(TurnText().with("timestamp", "1767261600"), "/timestamp", "type string");
  }

  TEST_CASE_FIXTURE(Fixture, "two members with the same name are refused even if one is spelled with escapes") {
    refused(TurnText().with("agent\\u005fid", "\"other\""), "", "unique names");
    refused(TurnText().with("unknown", R"({"a":[{"b":1,"b":1}]})"), "/unknown/a/0", "unique names");
  }

  TEST_CASE_FIXTURE(Fixture, "null counts as absent for an extension and is refused for a base field") {
    CHECK_EQ(accepted(TurnText().with("domain", "null")).domain, model::Domain::kChat);
    CHECK_FALSE(accepted(TurnText().with("action_taken", "null")).action_taken.has_value());
    refused(TurnText().with("errors", "null"), "/errors", "type array");
    refused(TurnText().with("duration_ms", "null"), "/duration_ms", "type number");
  }
}

TEST_SUITE("check_key") {
  TEST_CASE("a key that is not the persona is refused") {
    for (const std::string pointer : {"/agent_id", "/persona_id"}) {
      const Status status = check_key("other", "helper", pointer);
      REQUIRE_FALSE(status.ok());
      CHECK_EQ(status.error().code, "key_mismatch");
      CHECK_EQ(status.error().pointer, pointer);
      CHECK_NE(status.error().message.find(pointer), std::string::npos);
    }
  }
  TEST_CASE("a key that is the persona and a missing key are accepted") {
    CHECK(check_key("helper", "helper", "/agent_id").ok());
    CHECK(check_key(std::nullopt, "helper", "/agent_id").ok());
  }
}

TEST_SUITE("check_not_in_future") {
  TEST_CASE("a time ten minutes in the future is accepted and a later one is refused") {
    const WallTime now{1'767'261'600'000};
    CHECK(check_not_in_future(EventTime{now.value() + 600'000}, now).ok());
    const Status status = check_not_in_future(EventTime{now.value() + 600'001}, now);
    REQUIRE_FALSE(status.ok());
    CHECK_EQ(status.error().code, "timestamp_in_future");
    CHECK_EQ(status.error().pointer, "/timestamp");
  }
}

}  // namespace
}  // namespace turnstream::codec
