#pragma once
// RouteTable: finds the route of a request. A path matches only if it is equal, byte for byte. Threads: any; it does
// not change.

#include <string>

#include "app/http/http_route.h"

namespace turnstream::app {

/// Either a route, or the answer to a request that has none.
struct RouteMatch {
  const HttpRoute* route = nullptr;
  HttpAnswer refusal = {};
};

class RouteTable {
 public:
  explicit RouteTable(HttpRoutes routes);

  /// 404 for an unknown path; 405 with the header Allow for a known path with another method. HEAD matches GET.
  [[nodiscard]] RouteMatch find(const std::string& method, const std::string& path) const;

 private:
  HttpRoutes routes_;
};

}  // namespace turnstream::app
