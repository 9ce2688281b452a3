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
  // What cannot be read stays, and the persona of the path is not replaced.
  CHECK(request_of({{"limit", "five"}, {"other", "1"}, {"persona_id", "teacher"}}) ==
        nlohmann::json{{"persona_id", "helper"}, {"limit", "five"}, {"other", "1"}});
}

TEST_CASE("a request of a timeline becomes a path that reads as the same request") {
  const nlohmann::json request{{"persona_id", "a/b c"}, {"kinds", {"fact"}}, {"limit", 5}, {"query", "50 % & more"}};
  CHECK(timeline_path(request) == "/v1/personas/a%2Fb%20c/timeline?kinds=fact&limit=5&query=50%20%25%20%26%20more");
}

}  // namespace turnstream::app
