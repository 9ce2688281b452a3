#pragma once
// Forget: removes from the ring, links and episodes what a command names by id, turn, session or all, and episodes with
// a removed item. (Promoted items belong to the lifecycle stage.) With `all` and `block` it also blocks the persona. It
// reports to the runtime the turns that must not be admitted again:
// - ids in the command that are not UUIDs (they name turns), and the turns of every item removed from the ring,
// - of the persona's last 4096 turns: those of removed link entries and of a named session; with `all` all of them.
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
