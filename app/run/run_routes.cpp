#include "app/run/run_routes.h"

#include <iterator>

#include "app/openapi/openapi_text.h"

namespace turnstream::app {
namespace {

template <typename Owner>
void append(HttpRoutes& routes, Owner* owner) {
  if (owner != nullptr) {
    HttpRoutes more = owner->routes();
    routes.insert(routes.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  }
}

}  // namespace

HttpRoutes run_routes(RunHealth& health, RecallHost* recall, PostingRoutes* posting) {
  HttpRoutes routes = health.routes();
  append(routes, recall);
  append(routes, posting);
  routes.push_back({"GET", "/openapi.json", [](const HttpRequest&) {
                      return HttpAnswer{.content_type = "application/json", .body = openapi_text()};
                    }});
  return routes;
}

}  // namespace turnstream::app
