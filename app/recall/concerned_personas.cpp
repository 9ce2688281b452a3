#include "app/recall/concerned_personas.h"

#include <nlohmann/json.hpp>
#include <utility>

#include "app/http/http_query.h"
#include "recall/answers/query_reader.h"

namespace turnstream::app {
namespace {

/// None if the name is empty: the handlers refuse that.
std::vector<ConcernedPersona> one_persona(std::string name, const std::string& where) {
  return name.empty() ? std::vector<ConcernedPersona>() : std::vector<ConcernedPersona>{{std::move(name), where}};
}

}  // namespace

std::vector<ConcernedPersona> persona_of_path(const HttpRequest& request) {
  return one_persona(request.parameter, "the path");
}

std::vector<ConcernedPersona> persona_of_query(const HttpRequest& request) {
  return one_persona(first_value(request.query, "persona"), "the query");
}

std::vector<ConcernedPersona> persona_of_body(const HttpRequest& request) {
  const auto object = recall::read_request(request.body);
  if (!object.ok()) {
    return {};
  }
  recall::QueryReader reader(*object);
  return one_persona(reader.text("persona_id").value_or(""), "/persona_id");
}

HttpRoute private_route(HttpScope scope, HttpPersonas personas, HttpRoute route) {
  route.is_private = true;
  route.scope = scope;
  route.personas = std::move(personas);
  return route;
}

}  // namespace turnstream::app
