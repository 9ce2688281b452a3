#include "pipeline/codec/stat_answer.h"

#include <doctest/doctest.h>

namespace turnstream {
namespace {

std::string record(const std::string& paths) {
  return R"({"kind":"stat","effect_id":"e","request_hash":"h","status":"ok","response":{"paths":)" + paths + "}}";
}

}  // namespace

TEST_CASE("an answer says which files exist and when they were changed") {
  const auto answer = codec::parse_stat_answer(
      record(R"([{"path":"a","exists":true,"modified_at":"1970-01-01T00:00:01.000Z"},)"
             R"({"path":"b","exists":true,"modified_at":1000},{"path":"c","exists":false,"modified_at":null}])"));
  REQUIRE(answer.has_value());
  CHECK(answer->effect_id == "e");
  CHECK(answer->request_hash == "h");
  REQUIRE(answer->files.size() == 3);
  CHECK(answer->files.at("a").modified_at == EventTime{1000});
  CHECK(answer->files.at("b").modified_at == EventTime{1000});
  CHECK_FALSE(answer->files.at("c").exists);
}

TEST_CASE("what an answer leaves open is not in it") {
  const auto answer = codec::parse_stat_answer(
      record(R"([{"path":"a","exists":false,"outside":true},{"path":"b","exists":false,"timeout":true},)"
             R"({"path":"c","exists":false,"unknown":true},{"path":"d","exists":null},{"path":"e","exists":true},)"
             R"({"path":"f","exists":true,"modified_at":"soon"},{"exists":false},7,null,{"path":3,"exists":false}])"));
  REQUIRE(answer.has_value());
  CHECK(answer->files.empty());
}

TEST_CASE("an answer that failed has no files and other records are not answers") {
  const auto failed = codec::parse_stat_answer(
      R"({"kind":"stat","effect_id":"e","request_hash":"h","status":"timeout","response":null})");
  REQUIRE(failed.has_value());
  CHECK(failed->files.empty());
  for (const char* response : {"7", "[]", R"({"paths":7})", "null"}) {
    const std::string text =
        R"({"kind":"stat","effect_id":"e","request_hash":"h","status":"ok","response":)" + std::string(response) + "}";
    CHECK(codec::parse_stat_answer(text)->files.empty());
  }
  CHECK_FALSE(codec::parse_stat_answer(R"({"kind":"chat"})").has_value());
  CHECK_FALSE(codec::parse_stat_answer("not JSON").has_value());
  CHECK_FALSE(codec::parse_stat_answer("[]").has_value());
}

}  // namespace turnstream
