#include "tests/unit_skill/skill_fixture.h"

#include <algorithm>
#include <doctest/doctest.h>

#include "pipeline/codec/patch.h"
#include "pipeline/codec/skill.h"
#include "stages/skill/skill_stage.h"

namespace turnstream::skill {

SkillFixture::SkillFixture() : stage_(make_skill_stage()), driver_(std::make_unique<stage_api::TestDriver>(*stage_)) {}

stage_api::StageOutcome SkillFixture::turn(const Tools& tools, std::int64_t after_ms, const std::string& persona,
                                           const std::string& session) {
  model::StateExport turn;
  turn.turn_id = keep("turn " + std::to_string(++turns_));
  turn.agent_id = keep(persona);
  turn.session_id = keep(session);
  turn.timestamp = EventTime{kStart + after_ms};
  for (const std::string& tool : tools) {
    model::ToolExecution& execution = turn.tool_executions.emplace_back();
    const bool failed = tool[0] == '!';
    execution.tool_id = keep(failed ? tool.substr(1) : tool);
    execution.status = failed ? model::ToolStatus::kFailure : model::ToolStatus::kSuccess;
  }
  stage_api::StageOutcome outcome = driver_->turn(turn, LogTime{kStart + after_ms});
  note(persona, outcome);
  return outcome;
}

stage_api::StageOutcome SkillFixture::tick(std::int64_t after_ms) {
  auto outcomes = driver_->tick(LogTime{kStart + after_ms});
  for (const auto& [persona, outcome] : outcomes) {
    note(persona, outcome);
  }
  return std::move(outcomes["helper"]);
}

stage_api::StageOutcome SkillFixture::command(const std::string& kind, const std::string& args_json,
                                              std::int64_t after_ms) {
  stage_api::StageOutcome outcome =
      driver_->command("helper", kind, R"({"args":)" + args_json + "}", LogTime{kStart + after_ms});
  note("helper", outcome);
  return outcome;
}

void SkillFixture::note(const std::string& persona, const stage_api::StageOutcome& outcome) {
  REQUIRE(outcome.status.ok());
  Skills& known = skills_[persona];
  for (const model::Change& change : outcome.of_kind("skill")) {
    const auto same_id =
        std::find_if(known.begin(), known.end(), [&change](const auto& skill) { return skill.second.id == change.id; });
    REQUIRE(change.existed == (same_id != known.end()));
    if (change.op == model::ChangeOp::kDelete) {
      known.erase(same_id);
      continue;
    }
    std::string& json = values_[change.id];
    json = change.op == model::ChangeOp::kPut ? change.value : codec::patched(json, change);
    const auto skill = codec::parse_skill(json);
    REQUIRE(skill.ok());
    REQUIRE(skill->persona_id == persona);
    known[skill->sequence] = *skill;
  }
}

}  // namespace turnstream::skill
