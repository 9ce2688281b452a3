#pragma once
// Forget: removes the skills that a command names or that rest on a source that it names. It also tells the runtime
// which turns must not be admitted again: ids in the command that are not UUIDs, the named turns that a removed skill
// rested on, and of a forgotten session or persona the last 4096 turns. One walk over the skills. Threads: any; works
// on the table it gets.

#include "pipeline/model/command_args.h"
#include "pipeline/stage_api/stage.h"
#include "stages/skill/kept_skill.h"

namespace turnstream::skill {

Status forget(SkillTable& skills, const model::ForgetArgs& args, stage_api::PersonaContext& context);
/// With `all`: ends the block of a forget with `all` and `block`, so that turns are admitted again. Forgotten turns and
/// skills stay forgotten.
Status unforget(const model::ForgetArgs& args, stage_api::PersonaContext& context);

}  // namespace turnstream::skill
