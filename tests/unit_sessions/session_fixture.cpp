#include "tests/unit_sessions/session_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/base/hash64.h"
#include "pipeline/codec/command_args.h"
#include "pipeline/codec/ids.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/consolidation/sessions/describe_sessions.h"

namespace turnstream::consolidation {

using stage_api::Input;
using stage_api::PersonaContext;
using stage_api::RecordKind;
using stage_api::StageOutcome;

namespace {

/// The parts that this part needs, for one call.
struct Call {
  Call(const Input& given, PersonaContext& given_context, const std::vector<KnownInsight>& related)
      : input(given),
        context(given_context),
        model(given.settings->read(kModelSettingFields)),
        speech(given_context.state()),
        blocked(given_context.state()),
        requests(given, given_context),
        sessions({given, given_context, model, speech, requests, blocked,
                  [&related](std::string_view, std::size_t limit) -> Result<std::vector<KnownInsight>> {
                    const std::size_t size = std::min(limit, related.size());
                    return std::vector<KnownInsight>(related.begin(),
                                                     related.begin() + static_cast<std::ptrdiff_t>(size));
                  }}) {}

  Status load() {
    TS_RETURN_IF_ERROR(requests.load());
    return sessions.load();
  }
  Status finish() {
    TS_RETURN_IF_ERROR(sessions.finish());
    TS_RETURN_IF_ERROR(requests.finish());
    return speech.finish();
  }

  const Input& input;
  PersonaContext& context;
  ModelSettings model;
  Speech speech;
  BlockedSentences blocked;
  OpenRequests requests;
  Sessions sessions;
};

Status forget_in(Call& call) {
  TS_ASSIGN_OR_RETURN(Forgetting forgetting, Forgetting::read(call.input));
  TS_RETURN_IF_ERROR(call.speech.forget(forgetting.args().all));
  TS_ASSIGN_OR_RETURN(const ForgottenSessions forgotten, call.sessions.forget(forgetting));
  CHECK(forgotten.entries + forgotten.sessions + forgotten.messages_of_turns >= 0);
  if (forgetting.args().all) {
    TS_RETURN_IF_ERROR(call.blocked.clear());
  }
  return {};
}

Status apply_command(Call& call) {
  if (call.input.command_kind == "forget") {
    return forget_in(call);
  }
  if (call.input.command_kind == "unforget") {
    TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(call.input.value));
    TS_RETURN_IF_ERROR(call.blocked.unforget(args.ids));
    return {};
  }
  TS_ASSIGN_OR_RETURN(const model::SweepArgs args, codec::parse_sweep_args(call.input.value));
  if (args.has(model::SweepPass::kFlush)) {
    TS_RETURN_IF_ERROR(call.sessions.sweep(args.since));
  }
  return args.has(model::SweepPass::kCurate) ? call.sessions.curate() : Status();
}

Status apply_result(Call& call) {
  codec::EffectResultParser parser;
  TS_ASSIGN_OR_RETURN(const codec::EffectResult* result, parser.parse(call.input.value));
  TS_ASSIGN_OR_RETURN(const auto request, call.requests.take(result->effect_id, result->request_hash));
  return request.has_value() ? call.sessions.answer(*request, *result) : Status();
}

class SessionStage final : public stage_api::Stage {
 public:
  explicit SessionStage(const std::vector<KnownInsight>& related) : related_(related) {
    info_.name = "consolidation";
    info_.phase = 3;
    info_.event_topics = {"consolidation", "maintenance"};
  }
  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    Call call(input, context, related_);
    TS_RETURN_IF_ERROR(call.load());
    if (input.turn != nullptr) {
      TS_RETURN_IF_ERROR(call.speech.hear(*input.turn));
      TS_RETURN_IF_ERROR(call.sessions.turn());
    } else {
      TS_RETURN_IF_ERROR(input.kind == RecordKind::kCommand ? apply_command(call) : apply_result(call));
    }
    return call.finish();
  }

  Status fire(std::string_view timer, LogTime /*due*/, const Input& input, PersonaContext& context) const override {
    Call call(input, context, related_);
    TS_RETURN_IF_ERROR(call.load());
    if (timer != kEffectsTimer) {
      TS_RETURN_IF_ERROR(call.sessions.fire(timer));
      return call.finish();
    }
    TS_ASSIGN_OR_RETURN(const std::vector<OpenRequest> expired, call.requests.fire(20));
    for (const OpenRequest& request : expired) {
      TS_RETURN_IF_ERROR(call.sessions.expire(request));
    }
    return call.finish();
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_session_row(key, value);
  }

 private:
  const std::vector<KnownInsight>& related_;
  stage_api::StageInfo info_;
};

void apply(const model::Change& change, std::map<std::string, nlohmann::json>& things) {
  if (change.op == model::ChangeOp::kDelete) {
    CHECK(things.erase(change.id) == 1);
  } else if (change.op == model::ChangeOp::kPut) {
    things[change.id] = nlohmann::json::parse(change.value);
  } else {
    REQUIRE(things.count(change.id) == 1);
    things[change.id].update(nlohmann::json::parse(change.value));
  }
}

}  // namespace

SessionFixture::SessionFixture(std::string persona)
    : persona_(std::move(persona)),
      stage_(std::make_unique<SessionStage>(related)),
      driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}

SessionFixture::~SessionFixture() = default;

StageOutcome SessionFixture::give(model::StateExport turn, std::int64_t at_ms) {
  log_ms_ = std::max(log_ms_, at_ms);
  if (turn.turn_id.empty()) {
    turn_ids_.push_back("turn" + std::to_string(turn_ids_.size() + 1));
    turn.turn_id = keep(turn_ids_.back());
  }
  turn.agent_id = persona_;
  turn.timestamp = turn.timestamp.value() == 0 ? EventTime{kStart + at_ms} : turn.timestamp;
  Input input;
  input.kind = RecordKind::kTurn;
  input.persona = persona_;
  input.turn = &turn;
  input.cause_id = turn.turn_id;
  input.log_time = LogTime{kStart + log_ms_};
  return note(driver_->deliver(input));
}

StageOutcome SessionFixture::say(const std::string& session, const std::string& user, const std::string& agent,
                                 std::int64_t at_ms) {
  model::StateExport turn;
  turn.session_id = keep(session);
  turn.turn_data.user_input = keep(user);
  turn.turn_data.assistant_response = keep(agent);
  turn.user_id = "Ann";
  turn.agent_name = "Bot";
  return give(turn, at_ms);
}

StageOutcome SessionFixture::fact(const std::string& session, int number, std::int64_t at_ms) {
  const std::string text = std::to_string(number);
  return say(session, "I moved house number " + text + " from Porto to Lisbon in May.",
             "Globex signed the contract for " + text + " seats on Friday.", at_ms);
}

StageOutcome SessionFixture::command(const std::string& kind, const std::string& args_json, std::int64_t at_ms) {
  log_ms_ = std::max(log_ms_, at_ms);
  Input input;
  input.kind = RecordKind::kCommand;
  input.persona = persona_;
  input.command_kind = keep(kind);
  input.value = keep(R"({"kind":")" + kind + R"(","args":)" + args_json + "}");
  input.cause_id = keep("command at " + std::to_string(log_ms_));
  input.log_time = LogTime{kStart + log_ms_};
  return note(driver_->deliver(input));
}

void SessionFixture::tick(std::int64_t at_ms) {
  log_ms_ = std::max(log_ms_, at_ms);
  for (auto& [persona, outcome] : driver_->tick(LogTime{kStart + log_ms_})) {
    note(std::move(outcome));
  }
}

void SessionFixture::tick_to(std::int64_t at_ms) {
  for (std::int64_t next = (log_ms_ / (30 * kSecond) + 1) * 30 * kSecond; next <= at_ms; next += 30 * kSecond) {
    tick(next);
  }
}

StageOutcome SessionFixture::answer(const StageOutcome::Request& request, const std::string& text, std::int64_t at_ms,
                                    const std::string& status) {
  log_ms_ = std::max(log_ms_, at_ms);
  nlohmann::json result{{"kind", "chat"},
                        {"effect_id", request.effect_id},
                        {"request_hash", request.hash},
                        {"persona_id", persona_},
                        {"status", status},
                        {"performed_at", "2026-01-01T10:00:00Z"}};
  result["response"] = status == "ok" ? nlohmann::json{{"text", text}} : nlohmann::json();
  Input input;
  input.kind = RecordKind::kEffectResult;
  input.persona = persona_;
  input.value = keep(result.dump());
  input.cause_id = keep(request.effect_id);
  input.log_time = LogTime{kStart + log_ms_};
  return note(driver_->deliver(input));
}

StageOutcome SessionFixture::note(StageOutcome outcome) {
  REQUIRE_MESSAGE(outcome.status.ok(), outcome.status.error().message);
  for (const model::Change& change : outcome.changes) {
    if (change.kind == "session") {
      apply(change, sessions);
    } else if (change.kind == "daily") {
      apply(change, daily);
    }
  }
  for (const auto& [topic, value] : outcome.events) {
    events.push_back(nlohmann::json::parse(value));
  }
  requests.insert(requests.end(), outcome.requests.begin(), outcome.requests.end());
  cancels.insert(cancels.end(), outcome.cancels.begin(), outcome.cancels.end());
  return outcome;
}

std::vector<nlohmann::json> SessionFixture::events_of(const std::string& type) const {
  std::vector<nlohmann::json> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found),
               [&](const nlohmann::json& event) { return event.at("type") == type; });
  return found;
}

std::vector<std::string> SessionFixture::flushes() const {
  std::vector<std::string> found;
  for (const nlohmann::json& event : events_of("flush")) {
    found.push_back(event["session_id"].get<std::string>() + ":" + event["messages"].dump());
  }
  return found;
}

std::vector<std::string> SessionFixture::daily_lines() const {
  std::vector<std::string> lines;
  for (const auto& [id, entry] : daily) {
    for (const auto& line : entry.at("lines")) {
      lines.push_back(line);
    }
  }
  std::sort(lines.begin(), lines.end());
  return lines;
}

bool SessionFixture::rows_contain(const std::string& text) const {
  const auto& rows = driver_->rows(persona_);
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
    return row.first.find(text) != std::string::npos || row.second.find(text) != std::string::npos;
  });
}

std::string SessionFixture::item_of(const std::string& turn_id) const {
  return to_string(codec::memory_id(persona_, turn_id, "/turn_data"));
}

std::int64_t SessionFixture::first_cycle(std::int64_t at_ms) const {
  return at_ms + 180 * kSecond + static_cast<std::int64_t>(hash64(persona_) % std::uint64_t{180'000});
}

}  // namespace turnstream::consolidation
