#include "tests/unit_semantic/semantic_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "stages/semantic/semantic_stage.h"

namespace turnstream::semantic {

namespace {

/// Applies the changes of one kind to the values by text.
void apply(const std::vector<model::Change>& changes, std::map<std::string, std::string>& texts_by_id,
           std::map<std::string, nlohmann::json>& values) {
  for (const model::Change& change : changes) {
    values.erase(texts_by_id[change.id]);
    if (change.op == model::ChangeOp::kPut) {
      nlohmann::json value = nlohmann::json::parse(change.value);
      const std::string text = value.at("text");
      texts_by_id[change.id] = text;
      values[text] = std::move(value);
    }
  }
}

}  // namespace

SemanticFixture::SemanticFixture(std::string_view settings)
    : stage_(make_semantic_stage()), driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {
  driver_->set_settings(settings);
}

std::string_view SemanticFixture::keep(std::string text) {
  return texts_.emplace_back(std::move(text));
}

model::StateExport SemanticFixture::empty_turn(std::int64_t event_ms) {
  model::StateExport turn;
  turn.turn_id = keep("turn" + std::to_string(++turns_));
  turn.agent_id = "helper";
  turn.session_id = "s1";
  turn.timestamp = EventTime{kStart + event_ms};
  return turn;
}

model::Observation SemanticFixture::observation(std::string content, std::int64_t confidence) {
  model::Observation made;
  made.type = "observation";
  made.content = keep(std::move(content));
  made.confidence_millionths = confidence;
  return made;
}

stage_api::StageOutcome SemanticFixture::give(const model::StateExport& turn) {
  log_ms_ = std::max(log_ms_, turn.timestamp.value() - kStart);
  return note(driver_->turn(turn, LogTime{kStart + log_ms_}));
}

stage_api::StageOutcome SemanticFixture::say(std::string user_input, std::int64_t event_ms, std::string session) {
  model::StateExport turn = empty_turn(event_ms);
  turn.turn_data.user_input = keep(std::move(user_input));
  turn.session_id = keep(std::move(session));
  return give(turn);
}

model::StateExport SemanticFixture::turn_of(const model::User& user, std::int64_t event_ms) {
  model::StateExport turn = empty_turn(event_ms);
  turn.session_id = keep("session of " + user.id);
  turn.user_id = keep(user.id);
  if (!user.name.empty()) {
    turn.user_name = keep(user.name);
  }
  return turn;
}

stage_api::StageOutcome SemanticFixture::say_as(const model::User& user, std::string user_input,
                                                std::int64_t event_ms) {
  model::StateExport turn = turn_of(user, event_ms);
  turn.turn_data.user_input = keep(std::move(user_input));
  return give(turn);
}

stage_api::StageOutcome SemanticFixture::observe(std::string content, std::int64_t event_ms, std::int64_t confidence) {
  model::StateExport turn = empty_turn(event_ms);
  turn.observations.push_back(observation(std::move(content), confidence));
  return give(turn);
}

stage_api::StageOutcome SemanticFixture::forget(const std::string& args_json, std::int64_t after_ms) {
  return note(driver_->command("helper", "forget", R"({"kind":"forget","args":)" + args_json + "}",
                               LogTime{kStart + after_ms}));
}

stage_api::StageOutcome SemanticFixture::unforget(const std::string& args_json, std::int64_t after_ms) {
  return note(driver_->command("helper", "unforget", R"({"kind":"unforget","args":)" + args_json + "}",
                               LogTime{kStart + after_ms}));
}

stage_api::StageOutcome SemanticFixture::tick(std::int64_t after_ms) {
  log_ms_ = std::max(log_ms_, after_ms);
  auto outcomes = driver_->tick(LogTime{kStart + after_ms});
  return note(std::move(outcomes["helper"]));
}

stage_api::StageOutcome SemanticFixture::note(stage_api::StageOutcome outcome) {
  REQUIRE(outcome.status.ok());
  apply(outcome.of_kind("fact"), texts_by_id_, facts_);
  apply(outcome.of_kind("note"), texts_by_id_, notes_);
  return outcome;
}

nlohmann::json SemanticFixture::fact(const std::string& text) const {
  const auto found = facts_.find(text);
  REQUIRE_MESSAGE(found != facts_.end(), text);
  return found->second;
}

}  // namespace turnstream::semantic
