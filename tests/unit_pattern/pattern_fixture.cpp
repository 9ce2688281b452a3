#include "tests/unit_pattern/pattern_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/patch.h"
#include "pipeline/codec/pattern.h"
#include "pipeline/model/names.h"
#include "stages/pattern/pattern_stage.h"

namespace turnstream::pattern {

PatternFixture::PatternFixture()
    : stage_(make_pattern_stage()), driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}

model::StateExport PatternFixture::turn_of(const Said& said, std::int64_t after_ms) {
  model::StateExport turn;
  turn.turn_id = keep("turn " + std::to_string(++turns_));
  turn.agent_id = keep(said.persona);
  turn.session_id = keep(said.session);
  turn.timestamp = EventTime{kStart + after_ms};
  if (!said.user_id.empty()) {
    turn.user_id = keep(said.user_id);
    turn.user_name = keep(said.user_name);
  }
  turn.turn_data.user_input = keep(said.user);
  turn.turn_data.assistant_response = keep(said.assistant);
  turn.turn_data.mode = keep(said.mode);
  for (const std::string& tool : said.tools) {
    turn.tool_executions.emplace_back().tool_id = keep(tool);
  }
  if (said.recalled) {
    turn.metadata.memories_recalled = {"61e2e4d0-312c-5278-9766-75be294db30c"};
  }
  return turn;
}

stage_api::StageOutcome PatternFixture::turn(const Said& said, std::int64_t after_ms) {
  return late_turn(said, after_ms, after_ms);
}

stage_api::StageOutcome PatternFixture::late_turn(const Said& said, std::int64_t event_after_ms,
                                                  std::int64_t log_after_ms) {
  stage_api::StageOutcome outcome = driver_->turn(turn_of(said, event_after_ms), LogTime{kStart + log_after_ms});
  note(said.persona, outcome);
  return outcome;
}

stage_api::StageOutcome PatternFixture::tick(std::int64_t after_ms) {
  auto outcomes = driver_->tick(LogTime{kStart + after_ms});
  for (const auto& [persona, outcome] : outcomes) {
    note(persona, outcome);
  }
  return std::move(outcomes["helper"]);
}

stage_api::StageOutcome PatternFixture::forget(const std::string& args_json, std::int64_t after_ms,
                                               std::span<const stage_api::UpstreamCompletion> upstream) {
  const std::string command = R"({"args":)" + args_json + "}";
  stage_api::Input input;
  input.kind = stage_api::RecordKind::kCommand;
  input.log_time = LogTime{kStart + after_ms};
  input.persona = "helper";
  input.command_kind = "forget";
  input.value = command;
  input.upstream = upstream;
  stage_api::StageOutcome outcome = driver_->deliver(input);
  note("helper", outcome);
  return outcome;
}

void PatternFixture::note(const std::string& persona, const stage_api::StageOutcome& outcome) {
  REQUIRE(outcome.status.ok());
  Patterns& known = patterns_[persona];
  for (const model::Change& change : outcome.of_kind("pattern")) {
    const auto same_id = std::find_if(known.begin(), known.end(),
                                      [&change](const auto& pattern) { return pattern.second.id == change.id; });
    REQUIRE(change.existed == (same_id != known.end()));
    if (change.op == model::ChangeOp::kDelete) {
      known.erase(same_id);
      continue;
    }
    std::string& json = values_[change.id];
    json = change.op == model::ChangeOp::kPut ? change.value : codec::patched(json, change);
    const auto pattern = codec::parse_pattern(json);
    REQUIRE(pattern.ok());
    REQUIRE(pattern->persona_id == persona);
    const std::string whose = pattern->user.known() ? " of " + pattern->user.id : "";
    known[std::string(name_in(model::kPatternTypes, pattern->type)) + "/" + pattern->key + whose] = *pattern;
  }
}

}  // namespace turnstream::pattern
