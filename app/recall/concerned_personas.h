#pragma once
// Which persona a request concerns (HttpRoute::personas), for each place where a route may have its name. Threads:
// pure functions.

#include <vector>

#include "app/http/http_route.h"

namespace turnstream::app {

/// That of the path: /v1/personas/{id}.
[[nodiscard]] std::vector<ConcernedPersona> persona_of_path(const HttpRequest& request);
/// The field `persona` of the query. Precondition: the route has it once at most (HttpRoute::query_fields).
[[nodiscard]] std::vector<ConcernedPersona> persona_of_query(const HttpRequest& request);
/// The member `persona_id` of a body that recall::read_request() reads; none if that refuses it, as the handlers then
/// do.
[[nodiscard]] std::vector<ConcernedPersona> persona_of_body(const HttpRequest& request);

/// The route, as one that shows or changes memory. `personas`: null if it concerns all of them.
[[nodiscard]] HttpRoute private_route(HttpScope scope, HttpPersonas personas, HttpRoute route);

}  // namespace turnstream::app
