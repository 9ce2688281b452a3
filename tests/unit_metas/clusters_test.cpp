#include "stages/consolidation/metas/clusters.h"

#include <doctest/doctest.h>
#include <string>

#include "stages/consolidation/metas/meta_insight.h"

namespace turnstream::consolidation {
namespace {

/// Insights with these tags, each a letter.
std::vector<model::Insight> tagged(const std::vector<std::string>& letters) {
  std::vector<model::Insight> insights;
  for (const std::string& of_one : letters) {
    model::Insight insight;
    insight.id = "i" + std::to_string(insights.size());
    for (const char letter : of_one) {
      insight.tags.emplace_back(1, letter);
    }
    insights.push_back(insight);
  }
  return insights;
}

using Clusters = std::vector<Cluster>;

}  // namespace

TEST_CASE("each insight joins the first cluster whose first member shares half of the tags") {
  // 1 has 2 of 3 tags in common with 0. 2 has 1 of 4 and begins a cluster. 3 has 1 of 3 with 0, although 1 of 2 with 1: it
  // begins one. 4 has 1 of 4 with 0 and 2 of 2 with 2. 5 has 2 of 4 with 0. 6 has 1 of 2 with 2.
  const auto insights = tagged({"abc", "ab", "cd", "a", "cd", "abd", "c"});
  CHECK(clusters_of(insights, {}) == Clusters{{0, 1, 5}, {2, 4, 6}});
  CHECK(clusters_of(insights, {.size_min = 1}) == Clusters{{0, 1, 5}, {2, 4, 6}, {3}});
  CHECK(clusters_of(insights, {.similarity = 500'001}) == Clusters{});
  CHECK(clusters_of(insights, {.similarity = 500'001, .size_min = 2}) == Clusters{{0, 1}, {2, 4}});
}

TEST_CASE("the order decides which cluster an insight joins") {
  CHECK(clusters_of(tagged({"ab", "bc", "b", "b", "ab", "bc"}), {}) == Clusters{{0, 2, 3, 4}});
  CHECK(clusters_of(tagged({"bc", "ab", "b", "b", "bc", "ab"}), {}) == Clusters{{0, 2, 3, 4}});
}

TEST_CASE("a cluster of sixteen is full and the next insight begins another one") {
  const std::vector<std::string> same(36, "ab");
  const Clusters clusters = clusters_of(tagged(same), {});
  REQUIRE(clusters.size() == 3);
  CHECK(clusters[0].size() == 16);
  CHECK(clusters[1].front() == 16);
  CHECK(clusters[2].size() == 4);
  CHECK(clusters_of(tagged(std::vector<std::string>(18, "ab")), {}).size() == 1);
}

TEST_CASE("tags are compared without case and insights without tags belong to none") {
  CHECK(clusters_of(tagged({"aB", "Ab", "AB"}), {}) == Clusters{{0, 1, 2}});
  CHECK(clusters_of(tagged({"", "", "", ""}), {.size_min = 2}).empty());
}

TEST_CASE("a meta-insight has the tags of at least half of its sources and their most frequent domain") {
  auto insights = tagged({"abx", "ab", "Ac", "a"});
  insights[0].domain = model::Domain::kChat;
  insights[1].domain = model::Domain::kCode;
  insights[2].domain = model::Domain::kCode;
  insights[3].domain = model::Domain::kChat;
  insights[2].confidence = 500'000;
  insights[0].confidence = insights[1].confidence = insights[3].confidence = 700'000;
  CHECK(common_tags(insights) == std::vector<std::string>{"a", "b"});
  const model::Insight meta = meta_of(insights, "helper");
  CHECK(meta.domain == model::Domain::kChat);
  CHECK(meta.confidence == 500'000);
  CHECK(meta.type == model::InsightType::kMeta);
  REQUIRE(meta.sources.size() == 4);
  CHECK(meta.sources[2] == model::SourceView{"i2", "", ""});
  insights[0].domain = model::Domain::kCode;
  CHECK(meta_of(insights, "helper").domain == model::Domain::kCode);
  std::swap(insights[0], insights[3]);
  CHECK(meta_of(insights, "helper").id == meta.id);
  CHECK(meta_of(insights, "teacher").id != meta.id);
}

}  // namespace turnstream::consolidation
