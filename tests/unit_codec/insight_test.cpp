#include "pipeline/codec/insight.h"

#include <doctest/doctest.h>

namespace turnstream::codec {
namespace {

model::Insight sample_insight() {
  model::Insight insight;
  insight.id = "6aa893f3-339f-5b5c-b483-837417750f0d";
  insight.persona_id = "helper";
  insight.summary = "Prefers \"TypeScript\".";
  insight.sources = {{"61e2e4d0-312c-5278-9766-75be294db30c", "turn1", "s1"}};
  insight.domain = model::Domain::kCode;
  insight.importance = 700'000;
  insight.tags = {"typescript"};
  insight.confidence = 900'000;
  insight.extracted_at = LogTime{1'767'261'900'000};
  insight.derived_by = {model::DerivationMethod::kModel, "small-1", "0f0c2b7e-6d0e-5d6a-8f39-7c1b6a1f3a55"};
  insight.log = {Partition{3}, Offset{1099}};
  return insight;
}

std::string written_insight(const model::Insight& insight) {
  std::string text;
  append_insight(text, insight);
  return text;
}

}  // namespace

TEST_CASE("an insight is written in the order of its example and read back") {
  const std::string text = written_insight(sample_insight());
  CHECK(text ==
        R"({"kind":"insight","type":"extracted","id":"6aa893f3-339f-5b5c-b483-837417750f0d","persona_id":"helper",)"
        R"("summary":"Prefers \"TypeScript\".","sources":[{"id":"61e2e4d0-312c-5278-9766-75be294db30c",)"
        R"("turn_id":"turn1","session_id":"s1"}],"domain":"code","importance":0.7,"tags":["typescript"],)"
        R"("confidence":0.9,"extracted_at":"2026-01-01T10:05:00.000Z","last_accessed_at":null,"access_count":0,)"
        R"("derived_by":{"method":"model","model":"small-1","effect_id":"0f0c2b7e-6d0e-5d6a-8f39-7c1b6a1f3a55"},)"
        R"("log":{"partition":3,"offset":1099}})");
  const auto read = parse_insight(text);
  REQUIRE(read.ok());
  CHECK(*read == sample_insight());
}

TEST_CASE("shared insights and discoveries have members of their own") {
  model::Insight shared = sample_insight();
  shared.type = model::InsightType::kShared;
  shared.last_accessed_at = LogTime{1'767'261'900'001};
  shared.shared = model::SharedFrom{"ann", "6aa893f3-339f-5b5c-b483-837417750f0d", LogTime{1'767'261'900'002}};
  model::Insight discovery = sample_insight();
  discovery.type = model::InsightType::kDiscovery;
  discovery.summary.clear();
  discovery.discovery = model::Discovery{{"a"}, {"b", "c"}, {}};
  for (const model::Insight& insight : {shared, discovery}) {
    const auto read = parse_insight(written_insight(insight));
    REQUIRE(read.ok());
    CHECK(*read == insight);
  }
  CHECK(written_insight(discovery).find("summary") == std::string::npos);
}

TEST_CASE("a patch of an insight has only what changed") {
  model::Insight after = sample_insight();
  CHECK(insight_patch(sample_insight(), after).empty());
  after.access_count = 2;
  after.last_accessed_at = LogTime{1'767'261'900'000};
  CHECK(insight_patch(sample_insight(), after) ==
        R"({"last_accessed_at":"2026-01-01T10:05:00.000Z","access_count":2})");
}

TEST_CASE("JSON that is not an insight is refused") {
  CHECK(parse_insight("{}").error().code == "bad_insight");
  CHECK(parse_insight(R"({"type":"guess"})").error().code == "bad_insight");
}

}  // namespace turnstream::codec
