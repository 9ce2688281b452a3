#include "app/run/run_routes.h"

#include "app/openapi/openapi_text.h"

namespace turnstream::app {

HttpRoutes run_routes(RunHealth& health, RecallHost* recall) {
  HttpRoutes routes = health.routes();
  for (HttpRoute& route : recall == nullptr ? HttpRoutes() : recall->routes()) {
    routes.push_back(std::move(route));
  }
  routes.push_back({"GET", "/openapi.json", [](const HttpRequest&) {
                      return HttpAnswer{.content_type = "application/json", .body = openapi_text()};
                    }});
  return routes;
}

}  // namespace turnstream::app
