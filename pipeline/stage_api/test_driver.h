#pragma once
// The name under which tests of stages use the StageHost. Threads: see there.

#include "pipeline/stage_api/stage_host.h"

namespace turnstream::stage_api {

using TestDriver = StageHost;

}  // namespace turnstream::stage_api
