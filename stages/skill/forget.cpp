#include "stages/skill/forget.h"

#include <set>
#include <string>

#include "stages/common/evidence/forgotten.h"

namespace turnstream::skill {

Status forget(SkillTable& skills, const model::ForgetArgs& args, LogTime until, stage_api::PersonaContext& context) {
  const evidence::Forgotten forgotten(args);
  // Each id may be that of a turn, also of one that has not come yet. That of a memory bars nothing.
  std::set<std::string> turn_ids(args.ids.begin(), args.ids.end());
  TS_ASSIGN_OR_RETURN(const std::int64_t removed, skills.remove_if([&](const KeptSkill& kept) {
    const model::Skill& skill = kept.skill;
    for (const model::SourceView source : skill.sources) {
      if (forgotten.covers(source)) {
        turn_ids.emplace(source.turn_id);
      }
    }
    return forgotten.has(skill.id) || forgotten.covers(skill.sources);
  }));
  context.effects().processed(removed);
  stage_api::Turns& turns = context.turns();
  for (const std::string& id : turn_ids) {
    TS_RETURN_IF_ERROR(turns.forget(id));
  }
  if (args.all || args.session_id.has_value()) {
    TS_RETURN_IF_ERROR(turns.forget_recent(args.session_id, [&args](std::string_view) { return args.all; }));
    TS_RETURN_IF_ERROR(turns.forget_until(args.all ? std::nullopt : args.session_id, until));
  }
  return args.all && args.block ? turns.set_blocked(true) : Status();
}

Status unforget(const model::ForgetArgs& args, stage_api::PersonaContext& context) {
  return args.all ? context.turns().set_blocked(false) : Status();
}

}  // namespace turnstream::skill
