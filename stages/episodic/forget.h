#pragma once
// Forget: removes ring items and link entries that a command names by id, turn or session, and episodes that it names
// by id or session or that list a named or removed item; with `all` everything. (Promoted items are not in this stage's
// state.) With `all` and `block` it blocks the persona. It reports to the runtime turns not to admit again:
// - ids in the command that are not UUIDs (they name turns); of each removed ring item the turns of it and its sources,
// - the turns of a named session, or with `all` of the persona, with a timestamp up to the command's log time;
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
