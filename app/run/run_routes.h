#pragma once
// run_routes: all paths that `run` answers over HTTP. schemas/openapi.json describes each; a test compares both.
// Threads: pure; the handlers any.

#include "app/http/http_route.h"
#include "app/posting/posting_routes.h"
#include "app/recall/recall_host.h"
#include "app/run/run_health.h"

namespace turnstream::app {

/// Those of `health`, of `recall` and `posting`, which may be null, and GET /openapi.json. They must not be used after these
/// objects are destroyed.
[[nodiscard]] HttpRoutes run_routes(RunHealth& health, RecallHost* recall, PostingRoutes* posting);

}  // namespace turnstream::app
