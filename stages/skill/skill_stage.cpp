#include "stages/skill/skill_stage.h"

#include <nlohmann/json.hpp>

#include "pipeline/codec/command_args.h"
#include "pipeline/evidence/tool_steps.h"
#include "stages/skill/describe.h"
#include "stages/skill/forget.h"
#include "stages/skill/skill_book.h"

namespace turnstream::skill {
namespace {

using stage_api::Input;
using stage_api::PersonaContext;

Status apply_turn(const model::StateExport& turn, const Input& input, PersonaContext& context) {
  context.effects().processed(static_cast<std::int64_t>(turn.tool_executions.size()));
  const std::vector<evidence::ToolStep> steps = evidence::tool_steps(turn.tool_executions);
  if (steps.empty()) {
    return {};
  }
  SkillBook book(input, context);
  TS_RETURN_IF_ERROR(book.load());
  const evidence::SequenceBounds bounds{1, static_cast<std::size_t>(book.settings().sequence_tools_max),
                                        static_cast<std::size_t>(book.settings().turn_sequences_max)};
  for (const evidence::ToolSequence& sequence : evidence::sequences_of(steps, bounds)) {
    TS_RETURN_IF_ERROR(book.count(sequence, turn));
  }
  TS_RETURN_IF_ERROR(book.evict());
  return book.finish();
}

Status apply_command(const Input& input, PersonaContext& context) {
  const bool forgets = input.command_kind == "forget";
  if (!forgets && input.command_kind != "unforget") {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const model::ForgetArgs args, codec::parse_forget_args(input.value));
  if (!forgets) {
    return unforget(args, context);
  }
  SkillBook book(input, context);
  TS_RETURN_IF_ERROR(book.load());
  TS_RETURN_IF_ERROR(forget(book, args, context));
  return book.finish();
}

class SkillStage final : public stage_api::Stage {
 public:
  SkillStage() {
    info_.name = "skill";
    info_.phase = 1;
  }

  [[nodiscard]] const stage_api::StageInfo& info() const override { return info_; }

  Status process(const Input& input, PersonaContext& context) const override {
    if (input.turn != nullptr) {
      return apply_turn(*input.turn, input, context);
    }
    return input.kind == stage_api::RecordKind::kCommand ? apply_command(input, context) : Status();
  }

  Status fire(std::string_view, LogTime, const Input& input, PersonaContext& context) const override {
    SkillBook book(input, context);
    TS_RETURN_IF_ERROR(book.load());
    TS_ASSIGN_OR_RETURN(const std::int64_t changed, book.age());
    context.effects().processed(changed);
    return book.finish();
  }

  [[nodiscard]] nlohmann::json describe(std::string_view key, std::string_view value) const override {
    return describe_row(key, value);
  }

 private:
  stage_api::StageInfo info_;
};

}  // namespace

std::unique_ptr<stage_api::Stage> make_skill_stage() {
  return std::make_unique<SkillStage>();
}

}  // namespace turnstream::skill
