#pragma once
// Forget: removes what a `forget` command names: items by their ids, by turn ids, by the ids of items that were
// merged into them, by a session, or all; and what upstream stages removed for the command. Long-term and archived
// items alike. It finds them by index rows, without a walk over the items. Threads: any; pure but for the Work.

#include "pipeline/model/command_args.h"
#include "stages/lifecycle/work.h"

namespace turnstream::lifecycle {

Status forget(Work& work, const model::ForgetArgs& args);

}  // namespace turnstream::lifecycle
