#include "tests/bench/recall/turn_maker.h"

#include "app/data/ulid.h"
#include "pipeline/json/writer.h"

namespace turnstream::bench {
namespace {

constexpr std::int64_t kStartMs = 1'735'722'000'000;  // 2025-01-01T09:00:00Z
constexpr std::int64_t kSessionTurns = 20;
constexpr std::int64_t kBetweenTurnsMs = 60'000;
constexpr std::int64_t kBetweenSessionsMs = 3 * 3'600'000;
constexpr std::string_view kTools[]{"search", "read_file", "edit_file", "run_tests"};

}  // namespace

MadeTurn TurnMaker::next() {
  const std::int64_t session = made_ / kSessionTurns;
  MadeTurn turn;
  turn.time_ms = kStartMs + session * kBetweenSessionsMs + made_ % kSessionTurns * kBetweenTurnsMs;
  turn.id = app::make_ulid(turn.time_ms, persona_ + "/" + std::to_string(made_));
  turn.user_text = texts_.message(random_);
  json::Writer json(turn.json);
  json.begin_object().string("turn_id", turn.id).string("agent_id", persona_).time("timestamp", turn.time_ms);
  json.integer("duration_ms", 900).string("session_id", "s" + std::to_string(session)).string("user_id", "Ann");
  json.string("agent_name", "Ben").begin_object("turn_data").string("user_input", turn.user_text);
  json.string("assistant_response", texts_.message(random_)).string("urgency", "MEDIUM").string("mode", "chat");
  json.null("parent_turn_id").end_object().begin_array("observations");
  if (random_.one_in(4)) {
    json.begin_object().string("id", "o" + std::to_string(made_)).string("type", "observation");
    json.string("content", texts_.message(random_)).string("source", "user").end_object();
  }
  json.end_array().begin_array("tool_executions");
  for (const std::string_view tool : kTools) {
    if (random_.one_in(12)) {
      json.begin_object().string("tool_id", tool).string("status", "success").integer("duration_ms", 40).end_object();
    }
  }
  json.end_array();
  for (const char* list : {"goal_updates", "action_updates", "errors", "warnings"}) {
    json.begin_array(list).end_array();
  }
  json.begin_object("metadata").begin_array("tools_used").end_array().begin_array("memory_types_accessed").end_array();
  json.integer("budget_used", 0).integer("budget_total", 0).end_object().end_object();
  ++made_;
  return turn;
}

}  // namespace turnstream::bench
