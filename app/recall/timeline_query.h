#pragma once
// The request of GET /v1/personas/{id}/timeline: its query has the members of recall's TimelineQuery as fields; kinds and types may be
// there several times. Threads: pure.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/http/http_route.h"

namespace turnstream::app {

/// As JSON, with the persona of the path. What cannot be read stays a text, so that the request is refused with its name.
[[nodiscard]] std::string timeline_request(const HttpRequest& request);
/// The path and query that stand for a request.
[[nodiscard]] std::string timeline_path(const nlohmann::json& request);

}  // namespace turnstream::app
