#pragma once
// The verbs, one file each. Each function adds one command with its flags to the set. Threads: one.

#include "app/verb_set.h"

namespace turnstream::app {

void add_version(VerbSet& verbs);
void add_config(VerbSet& verbs);
void add_convert(VerbSet& verbs);
void add_generate(VerbSet& verbs);

/// All of them, in the order of --help.
void add_all_verbs(VerbSet& verbs);

}  // namespace turnstream::app
