#pragma once
// Forget: takes out of the ring, the links and the episodes what a command names, and what was made of it. Items that
// were promoted are lifecycle's to forget. Threads: any; works on the PersonaWork it is given.

#include "pipeline/model/command_args.h"
#include "stages/episodic/persona_work.h"

namespace turnstream::episodic {

Status forget(PersonaWork& work, const model::ForgetArgs& args);

}  // namespace turnstream::episodic
