#pragma once
// The end of a process that this one has forked. Threads: any.

#include <sys/types.h>

namespace turnstream::app {

/// Waits until the child has ended. Returns its status, for WIFEXITED and the like of <sys/wait.h>. Precondition: nothing else waits
/// for it.
int wait_for_child(pid_t child);

}  // namespace turnstream::app
