#include "stages/skill/skill_stage.h"

#include <nlohmann/json.hpp>

#include "pipeline/codec/command_args.h"
#include "pipeline/codec/ids.h"
#include "pipeline/stage_api/memory_settings.h"
#include "stages/common/evidence/describe.h"
#include "stages/common/evidence/tool_steps.h"
#include "stages/common/evidence/turn_sources.h"
#include "stages/skill/forget.h"
#include "stages/skill/settings.h"
#include "stages/skill/skill_rules.h"

namespace turnstream::skill {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

Status count(const evidence::ToolSequence& sequence, const Input& input, evidence::TurnSources& sources,
             SkillTable& skills, const SkillSettings& settings) {
  const Uuid id = codec::skill_id(input.persona, sequence.tools);
  TS_ASSIGN_OR_RETURN(KeptSkill * kept, skills.find(id));
  if (kept == nullptr) {
    KeptSkill made;
    made.skill.id = to_string(id);
    made.skill.persona_id = std::string(input.persona);
    made.skill.sequence = sequence.tools;
    kept = skills.add(id, std::move(made));
  }
  const std::string pointer = "/tool_executions/" + std::to_string(sequence.execution);
  count_use(
      *kept,
      {.succeeded = sequence.succeeded, .at = input.turn->timestamp, .now = input.now, .source = sources.at(pointer)},
      settings);
  return {};
}

Status apply_turn(const Input& input, SkillTable& skills, const SkillSettings& settings) {
  const std::vector<evidence::ToolStep> steps = evidence::tool_steps(input.turn->tool_executions);
  const evidence::SequenceBounds bounds{.tools_max = static_cast<std::size_t>(settings.sequence_tools_max),
                                        .sequences_max = static_cast<std::size_t>(settings.turn_sequences_max)};
  evidence::TurnSources sources(*input.turn);
  for (const evidence::ToolSequence& sequence : evidence::sequences_of(steps, bounds)) {
    TS_RETURN_IF_ERROR(count(sequence, input, sources, skills, settings));
  }
  return skills.evict(settings.skills_max);
}

/// Reads the head of the persona's skills, applies `step`, which reads the skills it needs, and writes the changes.
template <typename Step>
Status work_on_skills(const Input& input, PersonaContext& context, Step step) {
  const SkillSettings& settings = input.settings->read(kSettingFields);
  SkillTable skills(input, context, idle_rules(settings));
  TS_RETURN_IF_ERROR(skills.load());
  TS_RETURN_IF_ERROR(step(skills, settings));
  return skills.finish();
}

Status process_turn(const Input& input, PersonaContext& context) {
  const std::size_t tools = input.turn->tool_executions.size();
  context.effects().processed(static_cast<std::int64_t>(tools));
  if (tools == 0) {
    return {};
  }
  return work_on_skills(input, context, [&](SkillTable& skills, const SkillSettings& settings) {
    return apply_turn(input, skills, settings);
  });
}

Status process_command(const Input& input, PersonaContext& context) {
  const bool forgets = input.command_kind == "forget";
  if (!forgets && input.command_kind != "unforget") {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(input.value));
  if (!forgets) {
    return unforget(args, context);
  }
  return work_on_skills(input, context, [&](SkillTable& skills, const SkillSettings&) {
    return forget(skills, args, input.log_time, context);
  });
}

Status fire_idle(const Input& input, PersonaContext& context) {
  return work_on_skills(input, context, [&](SkillTable& skills, const SkillSettings& settings) -> Status {
    TS_ASSIGN_OR_RETURN(const std::int64_t changed, skills.age([&](KeptSkill& kept) {
      decay(kept, input.now, EventTime{input.log_time.value()}, settings);
      return true;
    }));
    context.effects().processed(changed);
    return {};
  });
}

class SkillStage final : public stage_api::Stage {
 public:
  SkillStage() {
    info_.name = "skill";
    info_.logic_version = 8;
    info_.phase = 1;
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    if (input.turn != nullptr) {
      return process_turn(input, context);
    }
    return input.kind == stage_api::RecordKind::kCommand ? process_command(input, context) : Status();
  }

  Status fire(std::string_view, LogTime, const Input& input, PersonaContext& context) const override {
    return fire_idle(input, context);
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return evidence::describe_row<SkillForm>(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_skill_stage() {
  return std::make_unique<SkillStage>();
}

}  // namespace turnstream::skill
