#pragma once
// Reads the query of a request. Threads: pure.

#include <algorithm>
#include <string>
#include <string_view>

#include "app/http/http_route.h"

namespace turnstream::app {

/// The value of the first field with this name; empty if there is none.
[[nodiscard]] inline std::string first_value(const HttpQuery& query, std::string_view name) {
  const auto found =
      std::find_if(query.begin(), query.end(), [&](const QueryField& field) { return field.name == name; });
  return found == query.end() ? std::string() : found->value;
}

}  // namespace turnstream::app
