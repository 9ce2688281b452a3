#pragma once
// Forget: takes out of the ring, the links and the episodes what a command names, and what was made of it. Items that
// were promoted are lifecycle's to forget. The turns that the forgotten came from are named to the runtime, which takes
// them no more: ids that are no UUID, the turns of every item or link entry that goes, and of a session or the whole
// persona also the last 4096 that were admitted. Work is bounded by the command's size, the ring, the links, the kept
// episodes and that window. Threads: any; works on the PersonaWork it is given.

#include "pipeline/model/command_args.h"
#include "stages/episodic/persona_work.h"

namespace turnstream::episodic {

Status forget(PersonaWork& work, const model::ForgetArgs& args);
/// With `all`: turns are taken again after a forget with `all` and `block`. What was forgotten stays so.
Status unforget(PersonaWork& work, const model::ForgetArgs& args);

}  // namespace turnstream::episodic
