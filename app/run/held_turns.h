#pragma once
// Turns that wait because the wall clock is in doubt. Threads: any.

#include "pipeline/base/log_clock.h"
#include "pipeline/base/result.h"
#include "pipeline/runtime/supervisor.h"

namespace turnstream::app {

/// Error "clock_held" if the next turn of an input is in the future unless the jump of the wall clock that the clock
/// holds is right.
Status check_held_turns(const LogClock& clock, const runtime::Supervisor& supervisor);

}  // namespace turnstream::app
