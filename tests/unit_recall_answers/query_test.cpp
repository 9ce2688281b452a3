// Requests: what is read of them, and what is refused with the member that is wrong.
#include "recall/answers/query.h"

#include <doctest/doctest.h>

namespace turnstream::recall {
namespace {

template <typename Query>
std::string refused(const Result<Query>& query) {
  REQUIRE_FALSE(query.ok());
  CHECK(query.error().code == "bad_query");
  return query.error().pointer;
}

}  // namespace

TEST_CASE("a request has the members that its verb knows and no others") {
  const auto query = parse_recall_query(
      R"({"persona_id":"p","query":"api","kinds":["fact"],"tags":["a"],"min_importance":0.7,"limit":3,"as_of":"2@40"})");
  REQUIRE(query.ok());
  CHECK(query->persona_id == "p");
  CHECK(query->filter.kinds == std::vector<std::string>{"fact"});
  CHECK(query->filter.importance_min == 700'000);
  CHECK(query->limit == 3);
  CHECK(std::get<model::LogPosition>(*query->as_of).offset == Offset{40});

  CHECK(refused(parse_recall_query(R"({"query":"api"})")) == "/persona_id");
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","kinds":["facts"]})")) == "/kinds");
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","limit":101})")) == "/limit");
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","since":"yesterday"})")) == "/since");
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","as_of":"2@-1"})")) == "/as_of");
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","text":"api"})")) == "/text");
  CHECK(refused(parse_context_query(R"({"persona_id":"p","limit":3})")) == "/limit");
  CHECK(refused(parse_recall_query("[]")).empty());
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","limit":1,"limit":2})")).empty());
  CHECK(refused(parse_recall_query("\xEF\xBB\xBF"
                                   R"({"persona_id":"p","limit":1,"limit":2})"))
            .empty());
  const std::string deep = std::string(70, '[') + std::string(70, ']');
  CHECK(refused(parse_recall_query(R"({"persona_id":"p","tags":)" + deep + R"(,"tags":["a"]})")).empty());
}

TEST_CASE("similar needs either an id or a text") {
  const auto by_id = parse_similar_query(R"({"persona_id":"p","id":"x#user"})");
  REQUIRE(by_id.ok());
  CHECK(by_id->id == "x#user");
  CHECK(parse_similar_query(R"({"persona_id":"p","text":"api port"})")->recall.text == "api port");
  CHECK(refused(parse_similar_query(R"({"persona_id":"p"})")) == "/id");
  CHECK(refused(parse_similar_query(R"({"persona_id":"p","text":"  "})")) == "/id");
  CHECK(refused(parse_similar_query(R"({"persona_id":"p","id":"x","text":"api"})")) == "/id");
  CHECK(refused(parse_similar_query(R"({"persona_id":"p","text":"api","query":"api"})")) == "/query");
  CHECK(refused(parse_similar_query(R"({"persona_id":"p","id":""})")) == "/id");
}

TEST_CASE("related needs a user or a room or a task or a session") {
  CHECK(parse_related_query(R"({"persona_id":"p","user_id":"ann"})")->limit == kResultsMax);
  CHECK(parse_related_query(R"({"persona_id":"p","task_id":"t","limit":5})")->limit == 5);
  CHECK(refused(parse_related_query(R"({"persona_id":"p"})")) == "/user_id");
  CHECK(refused(parse_related_query(R"({"persona_id":"p","user_id":""})")) == "/user_id");
  CHECK(refused(parse_related_query(R"({"persona_id":"p","user_id":"ann","query":"api"})")) == "/query");
}

TEST_CASE("a timeline is of facts and what was stated unless the request names others") {
  const auto usual = parse_timeline_query(R"({"persona_id":"p","query":"api"})");
  REQUIRE(usual.ok());
  CHECK(usual->recall.filter.kinds == std::vector<std::string>{"fact", "instruction", "preference", "habit"});
  CHECK(parse_timeline_query(R"({"persona_id":"p","id":"x"})")->recall.filter.kinds.empty());
  CHECK(parse_timeline_query(R"({"persona_id":"p","types":["decision"]})")->recall.filter.kinds.empty());
  CHECK(refused(parse_timeline_query(R"({"persona_id":"p","kinds":["message"]})")) == "/kinds");
  CHECK(refused(parse_timeline_query(R"({"persona_id":"p","limit":"x"})")) == "/limit");
}

}  // namespace turnstream::recall
