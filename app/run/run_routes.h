#pragma once
// run_routes: all paths that `run` answers programs over HTTP. schemas/openapi.json describes each; a test compares both. The page for
// people is apart (app/page/page_routes.h). Threads: pure; the handlers any.

#include "app/dead_letters/dead_letter_routes.h"
#include "app/http/http_route.h"
#include "app/posting/posting_routes.h"
#include "app/recall/recall_host.h"
#include "app/run/run_health.h"

namespace turnstream::app {

/// Those of `health` and `dead_letters`, of `recall` and `posting`, which may be null, and GET /openapi.json. They must not be used
/// after these objects are destroyed.
[[nodiscard]] HttpRoutes run_routes(RunHealth& health, DeadLetterRoutes& dead_letters, RecallHost* recall,
                                    PostingRoutes* posting);

/// The same, and with recall the page for people.
[[nodiscard]] HttpRoutes served_routes(RunHealth& health, DeadLetterRoutes& dead_letters, RecallHost* recall,
                                       PostingRoutes* posting);

}  // namespace turnstream::app
