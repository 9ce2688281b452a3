#pragma once
// problem: an error answer in the form of RFC 9457 (application/problem+json). Threads: pure function.

#include <functional>
#include <string_view>

#include "app/http/http_route.h"
#include "pipeline/json/writer.h"

namespace turnstream::app {

/// `detail`: one sentence that says what is wrong with the request and what the client should do.
HttpAnswer problem(int status, std::string_view detail);
/// 503 for a request that may be sent again a second later.
HttpAnswer busy_problem(std::string_view detail);
/// With further members, which `write` adds.
HttpAnswer problem(int status, std::string_view detail, const std::function<void(json::Writer&)>& write);

}  // namespace turnstream::app
