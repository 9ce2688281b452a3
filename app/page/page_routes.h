#pragma once
// page_routes: the page for people at / and below /p, its files, and /dead-letters. All pages that show memory are private. They are
// not part of the interface that schemas/openapi.json describes: their HTML may change with any version. Threads: pure; the
// handlers any.

#include "app/http/http_route.h"
#include "app/page/views.h"

namespace turnstream::app {

/// The routes must not be used after what the sources refer to is destroyed.
[[nodiscard]] HttpRoutes page_routes(const PageSources& sources);

}  // namespace turnstream::app
