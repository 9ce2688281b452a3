#pragma once
// Forget: removes from the ring, the links and the episodes the memories that a command names, and those derived from
// them. (Promoted items belong to the lifecycle stage.) It also reports to the runtime the turns that must not be
// admitted again:
// - ids in the command that are not UUIDs (they name turns),
// - the turns of every removed item and link entry,
// - of a forgotten session or persona, the last 4096 turns that were admitted.
// The work has a bound: the command's size, the ring, the links, the kept episodes and those 4096 turns. Threads: any;
// works on the PersonaWork it gets.

#include "pipeline/model/command_args.h"
#include "stages/episodic/persona_work.h"

namespace turnstream::episodic {

Status forget(PersonaWork& work, const model::ForgetArgs& args);
/// If `args.all`, ends the block of a forget with `all` and `block`, so that new turns are admitted again; else it does
/// nothing. Forgotten turns and items stay forgotten.
Status unforget(PersonaWork& work, const model::ForgetArgs& args);

}  // namespace turnstream::episodic
