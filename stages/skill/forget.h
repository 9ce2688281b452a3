#pragma once
// Forget: removes the skills that a command names by id, by a source (item, turn or session), or with `all`. It also
// bars turns: all ids in the command, each of which may name a turn, the turns of the sources that the command names,
// and the turns of a named session, or with `all` of the persona: those with a timestamp up to `until`, and later ones
// that are among the persona's last 4096. With `all` and `block` the persona is also blocked. One walk over the skills. Threads: any; works on the table it gets.

#include "pipeline/model/command_args.h"
#include "pipeline/stage_api/stage.h"
#include "stages/skill/kept_skill.h"

namespace turnstream::skill {

Status forget(SkillTable& skills, const model::ForgetArgs& args, LogTime until, stage_api::PersonaContext& context);
/// If `args.all`, ends the block of a forget with `all` and `block`, so that new turns are admitted again; else it does
/// nothing. Forgotten turns and skills stay forgotten.
Status unforget(const model::ForgetArgs& args, stage_api::PersonaContext& context);

}  // namespace turnstream::skill
