#include "app/recall/concerned_personas.h"

#include <doctest/doctest.h>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "recall/answers/query.h"

namespace turnstream::app {
namespace {

using Names = std::vector<std::string>;

Names names_of(const std::vector<ConcernedPersona>& personas) {
  Names names;
  for (const ConcernedPersona& persona : personas) {
    names.push_back(persona.id.value());
  }
  return names;
}

Names names_in_body(const std::string& body) {
  HttpRequest request;
  request.body = body;
  return names_of(persona_of_body(request));
}

TEST_CASE("a persona is read from the path and the query") {
  HttpRequest request;
  request.parameter = "helper";
  CHECK(names_of(persona_of_path(request)) == Names{"helper"});
  CHECK(names_of(persona_of_query(request)).empty());
  request.query = {{"as_of", "x"}, {"persona", "ann"}};
  CHECK(names_of(persona_of_query(request)) == Names{"ann"});
  request.query = {{"persona", ""}};
  CHECK(names_of(persona_of_query(request)).empty());
}

TEST_CASE("a persona is read from a body that the handler reads and from no other one") {
  CHECK(names_in_body(R"({"persona_id":"helper","query":"x"})") == Names{"helper"});
  CHECK(names_in_body(R"({"unknown":1,"persona_id":"helper"})") == Names{"helper"});
  CHECK(names_in_body(R"({"persona\u005fid":"h\u0065lper"})") == Names{"helper"});
  for (const char* body :
       {"", "null", "[]", "{}", R"({"persona_id":null})", R"({"persona_id":""})", R"({"persona_id":7})",
        R"({"persona_id":"helper")", R"({"persona_id":"helper"} {})", R"([{"persona_id":"helper"}])",
        R"({"persona_id":"helper","persona_id":"ann"})", R"({"persona_id":"helper","persona\u005fid":"ann"})",
        R"({"in":{"persona_id":"helper"}})", "{\"persona_id\":\"\xFF\"}"}) {
    INFO(body);
    CHECK(names_in_body(body).empty());
    CHECK(!recall::parse_recall_query(body).ok());
  }
}

TEST_CASE("every damaged body has the persona for the check that it has for the handler") {
  constexpr int kBodies = 20'000;
  const std::string body =
      R"({"persona_id":"helper","query":"api \u0070ort","kinds":["fact"],"limit":3,"count":false})";
  const std::string pieces[] = {R"("persona_id":"bob",)",
                                R"("persona_id":)",
                                R"("persona\u005fid":"ann",)",
                                "null",
                                "{",
                                "}",
                                ",",
                                "\"",
                                "\\",
                                "bob",
                                "\xFF",
                                "_"};
  std::mt19937 chance(20260101);
  const auto below = [&](std::size_t end) { return static_cast<std::size_t>(chance() % end); };
  int read = 0;
  for (int i = 0; i < kBodies; ++i) {
    std::string damaged = body;
    for (std::size_t changes = 1 + below(2); changes > 0; --changes) {
      damaged.replace(below(damaged.size()), below(4), pieces[below(std::size(pieces))]);
    }
    const auto query = recall::parse_recall_query(damaged);
    if (query.ok()) {
      ++read;
      CHECK_MESSAGE(names_in_body(damaged) == Names{query->persona_id}, damaged);
    }
  }
  CHECK(read > 100);
}

}  // namespace
}  // namespace turnstream::app
