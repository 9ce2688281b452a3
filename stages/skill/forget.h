#pragma once
// Forget: removes the skills that a command names or of which it names a source. It also reports to the runtime the
// turns that must not be admitted again: ids in the command that are not UUIDs (they name turns), the turns of the
// sources that the command names, and the last 4096 turns of a forgotten session or persona. One walk over the skills.
// Threads: any; works on the table it gets.

#include "pipeline/model/command_args.h"
#include "pipeline/stage_api/stage.h"
#include "stages/skill/kept_skill.h"

namespace turnstream::skill {

Status forget(SkillTable& skills, const model::ForgetArgs& args, stage_api::PersonaContext& context);
/// If `args.all`, ends the block of a forget with `all` and `block`, so that new turns are admitted again; else it does
/// nothing. Forgotten turns and skills stay forgotten.
Status unforget(const model::ForgetArgs& args, stage_api::PersonaContext& context);

}  // namespace turnstream::skill
