#pragma once
// Forget: removes the skills that a command names, or that rest on something it names, and tells the runtime which
// turns may not come again: ids that are no UUID, the named turns that a removed skill rested on, and of a session or
// the whole persona the last 4096 turns. One walk over the skills. Threads: any; works on the table it is given.

#include "pipeline/model/command_args.h"
#include "pipeline/stage_api/stage.h"
#include "stages/skill/kept_skill.h"

namespace turnstream::skill {

Status forget(SkillTable& skills, const model::ForgetArgs& args, stage_api::PersonaContext& context);
/// With `all`: turns are taken again after a forget with `all` and `block`. What was forgotten stays so.
Status unforget(const model::ForgetArgs& args, stage_api::PersonaContext& context);

}  // namespace turnstream::skill
