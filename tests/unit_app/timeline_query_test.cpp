// The request of a timeline: from a path and query to JSON and back.
#include "app/recall/timeline_query.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

namespace turnstream::app {
namespace {

nlohmann::json request_of(const HttpQuery& query) {
  HttpRequest request;
  request.parameter = "helper";
  request.query = query;
  return nlohmann::json::parse(timeline_request(request));
}

}  // namespace

TEST_CASE("the query of a timeline becomes the members of a request") {
  CHECK(
      request_of({{"kinds", "fact"}, {"kinds", "habit"}, {"limit", "5"}, {"current", "true"}, {"query", "api port"}}) ==
      nlohmann::json{{"persona_id", "helper"},
                     {"kinds", {"fact", "habit"}},
                     {"limit", 5},
                     {"current", true},
                     {"query", "api port"}});
  // What cannot be read stays, so that it is refused with its name; so is what is there twice.
  CHECK(request_of({{"limit", "five"}, {"other", "1"}}) ==
        nlohmann::json{{"persona_id", "helper"}, {"limit", "five"}, {"other", "1"}});
  CHECK(request_of({{"query", "a"}, {"query", "b"}}).at("query").is_array());
  CHECK(request_of({{"persona_id", "teacher"}}).at("persona_id").is_array());
}

TEST_CASE("a request of a timeline becomes a path") {
  const nlohmann::json request{{"persona_id", "a/b c"}, {"kinds", {"fact"}}, {"limit", 5}, {"query", "50 % & more"}};
  CHECK(timeline_path(request) == "/v1/personas/a%2Fb%20c/timeline?kinds=fact&limit=5&query=50%20%25%20%26%20more");
}

}  // namespace turnstream::app
