#pragma once
// The description of the HTTP interface of `run`: schemas/openapi.json, compiled in. Threads: pure.

#include <string>
#include <string_view>

namespace turnstream::app {

/// The bytes of the file: OpenAPI 3.1 as JSON.
[[nodiscard]] std::string openapi_text();

}  // namespace turnstream::app
