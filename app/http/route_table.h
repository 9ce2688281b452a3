#pragma once
// RouteTable: finds the route of a request. A path matches only if it is equal, byte for byte, except for the segment
// {name} of a route, which is decoded. Threads: any; it does not change.

#include <set>
#include <string>

#include "app/http/http_route.h"

namespace turnstream::app {

/// Either a route, or the answer to a request that has none.
struct RouteMatch {
  const HttpRoute* route = nullptr;
  std::string parameter = {};  ///< decoded; empty without {name}
  HttpAnswer refusal = {};
};

class RouteTable {
 public:
  /// Precondition: a path has at most one {name}, which is a whole segment.
  explicit RouteTable(HttpRoutes routes);

  /// A route with exactly this path has precedence over those with {name}, also if it has another method. 404 for an
  /// unknown path; 405 with the header Allow for a known path with another method; 400 for a parameter that cannot be
  /// decoded (url_text.h). HEAD matches GET.
  [[nodiscard]] RouteMatch find(const std::string& method, const std::string& path) const;
  /// Whether a handler may wait.
  [[nodiscard]] bool waits() const;
  /// The paths of the handlers that may wait, each once, with their {name}.
  [[nodiscard]] std::set<std::string> waiting_paths() const;

 private:
  HttpRoutes routes_;
};

}  // namespace turnstream::app
