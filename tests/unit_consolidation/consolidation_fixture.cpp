#include "tests/unit_consolidation/consolidation_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/completion_codec.h"
#include "stages/consolidation/consolidation_stage.h"
#include "stages/episodic/episodic_stage.h"

namespace turnstream::consolidation {

using stage_api::Input;
using stage_api::StageOutcome;

namespace {

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

ConsolidationFixture::ConsolidationFixture(std::string persona)
    : persona_(std::move(persona)),
      episodic_(episodic::make_episodic_stage()),
      stage_(make_consolidation_stage()),
      episodic_driver_(std::make_unique<stage_api::TestDriver>(*episodic_)),
      driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}

ConsolidationFixture::~ConsolidationFixture() = default;

model::StateExport ConsolidationFixture::empty_turn(std::int64_t at_ms) {
  model::StateExport turn;
  turn_ids_.push_back("turn" + std::to_string(turn_ids_.size() + 1));
  turn.turn_id = keep(turn_ids_.back());
  turn.agent_id = persona_;
  turn.session_id = "s1";
  turn.timestamp = EventTime{kStart + at_ms};
  return turn;
}

model::Observation ConsolidationFixture::observation(std::string content, bool ephemeral) {
  model::Observation made;
  made.type = "observation";
  made.content = keep(std::move(content));
  made.ephemeral = ephemeral;
  return made;
}

StageOutcome ConsolidationFixture::give(const model::StateExport& turn) {
  log_ms_ = std::max(log_ms_, turn.timestamp.value() - kStart);
  const StageOutcome upstream = episodic_driver_->turn(turn, LogTime{kStart + log_ms_});
  REQUIRE(upstream.status.ok());
  Input input;
  input.kind = stage_api::RecordKind::kTurn;
  input.persona = turn.agent_id;
  input.turn = &turn;
  input.cause_id = turn.turn_id;
  return deliver(input, upstream.changes);
}

StageOutcome ConsolidationFixture::say(std::string user, std::string agent, std::int64_t at_ms) {
  model::StateExport turn = empty_turn(at_ms);
  turn.turn_data.user_input = keep(std::move(user));
  turn.turn_data.assistant_response = keep(std::move(agent));
  turn.user_id = "Ann";
  turn.agent_name = "Bot";
  return give(turn);
}

StageOutcome ConsolidationFixture::observe(std::string content, std::int64_t at_ms, bool ephemeral) {
  model::StateExport turn = empty_turn(at_ms);
  turn.observations.push_back(observation(std::move(content), ephemeral));
  return give(turn);
}

StageOutcome ConsolidationFixture::command(const std::string& kind, const std::string& args_json, std::int64_t at_ms) {
  log_ms_ = std::max(log_ms_, at_ms);
  const std::string_view value = keep(R"({"kind":")" + kind + R"(","args":)" + args_json + "}");
  const StageOutcome upstream = episodic_driver_->command(persona_, kind, value, LogTime{kStart + log_ms_});
  REQUIRE(upstream.status.ok());
  Input input;
  input.kind = stage_api::RecordKind::kCommand;
  input.persona = persona_;
  input.command_kind = keep(kind);
  input.value = value;
  const std::size_t before = working.size();
  StageOutcome outcome = deliver(input, upstream.changes);
  forgotten += kind == "forget" ? static_cast<std::int64_t>(before - working.size()) : 0;
  return outcome;
}

StageOutcome ConsolidationFixture::tick(std::int64_t at_ms) {
  log_ms_ = std::max(log_ms_, at_ms);
  auto upstream = episodic_driver_->tick(LogTime{kStart + log_ms_});
  auto outcomes = driver_->tick(LogTime{kStart + log_ms_});
  StageOutcome fired = note(std::move(outcomes[persona_]));
  if (!upstream[persona_].changes.empty()) {
    Input input;
    input.kind = stage_api::RecordKind::kTick;
    input.persona = persona_;
    deliver(input, upstream[persona_].changes);
  }
  return fired;
}

void ConsolidationFixture::tick_to(std::int64_t at_ms) {
  for (std::int64_t next = (log_ms_ / (30 * kSecond) + 1) * 30 * kSecond; next <= at_ms; next += 30 * kSecond) {
    tick(next);
  }
}

StageOutcome ConsolidationFixture::answer(const StageOutcome::Request& request, const std::string& text,
                                          std::int64_t at_ms, const std::string& status) {
  log_ms_ = std::max(log_ms_, at_ms);
  nlohmann::json result{{"kind", "chat"},
                        {"effect_id", request.effect_id},
                        {"request_hash", request.hash},
                        {"persona_id", persona_},
                        {"status", status},
                        {"performed_at", "2026-01-01T10:00:00Z"}};
  result["response"] = status == "ok" ? nlohmann::json{{"text", text}} : nlohmann::json();
  Input input;
  input.kind = stage_api::RecordKind::kEffectResult;
  input.persona = persona_;
  input.value = keep(result.dump());
  input.cause_id = keep(request.effect_id);
  return deliver(input, {});
}

void ConsolidationFixture::set_settings(const std::string& json) {
  driver_->set_settings(json);
  episodic_driver_->set_settings(json);
}

StageOutcome ConsolidationFixture::deliver(Input input, const std::vector<model::Change>& upstream) {
  for (const model::Change& change : upstream) {
    if (change.kind == "memory") {
      apply(change, items);
    }
  }
  model::Completion completion;
  completion.stage = "episodic";
  completion.persona_id = persona_;
  completion.cause_kind = "turn";
  completion.cause_id = "x";
  completion.changes = upstream;
  std::string bytes;
  codec::append_completion(bytes, completion);
  const std::vector<std::string_view> parts{bytes};
  stage_api::UpstreamCompletion given;
  given.stage = "episodic";
  given.parts = parts;
  const std::vector<stage_api::UpstreamCompletion> all{given};
  input.upstream = all;
  input.log_time = LogTime{kStart + log_ms_};
  return note(driver_->deliver(input));
}

StageOutcome ConsolidationFixture::note(StageOutcome outcome) {
  REQUIRE_MESSAGE(outcome.status.ok(), outcome.status.error().message);
  for (const model::Change& change : outcome.changes) {
    if (change.kind == "insight") {
      apply(change, insights);
    } else if (change.kind == "working") {
      apply(change, working);
    } else if (change.kind == "topic") {
      apply(change, topics);
    } else if (change.kind == "daily") {
      apply(change, daily);
    } else if (change.kind == "stats" && change.id == "working_memory") {
      stats = nlohmann::json::parse(change.value);
    }
  }
  for (const auto& [topic, value] : outcome.events) {
    events.push_back(nlohmann::json::parse(value));
    CHECK(events.back().at("kind") == (topic == "insights" ? "insight" : topic));
  }
  requests.insert(requests.end(), outcome.requests.begin(), outcome.requests.end());
  cancels.insert(cancels.end(), outcome.cancels.begin(), outcome.cancels.end());
  return outcome;
}

std::vector<nlohmann::json> ConsolidationFixture::events_of(const std::string& type) const {
  std::vector<nlohmann::json> found;
  std::copy_if(events.begin(), events.end(), std::back_inserter(found),
               [&](const nlohmann::json& event) { return event.at("type") == type; });
  return found;
}

nlohmann::json ConsolidationFixture::last_pass() const {
  const std::vector<nlohmann::json> passes = events_of("pass");
  REQUIRE_FALSE(passes.empty());
  return passes.back();
}

std::vector<std::string> ConsolidationFixture::summaries() const {
  std::vector<std::string> found;
  for (const auto& [id, insight] : insights) {
    found.push_back(insight.at("summary"));
  }
  std::sort(found.begin(), found.end());
  return found;
}

bool ConsolidationFixture::rows_contain(const std::string& text) {
  const auto& rows = driver_->rows(persona_);
  return std::any_of(rows.begin(), rows.end(), [&](const auto& row) {
    return row.first.find(text) != std::string::npos || row.second.find(text) != std::string::npos;
  });
}

}  // namespace turnstream::consolidation
