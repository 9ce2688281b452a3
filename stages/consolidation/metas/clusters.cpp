#include "stages/consolidation/metas/clusters.h"

#include <algorithm>
#include <set>
#include <string>

#include "pipeline/base/decimal.h"
#include "stages/consolidation/insights/insight_labels.h"

namespace turnstream::consolidation {
namespace {

using Tags = std::set<std::string>;

Tags tags_of(const model::Insight& insight) {
  Tags tags;
  for (const std::string& tag : insight.tags) {
    tags.insert(comparable_tag(tag));
  }
  return tags;
}

bool are_similar(const Tags& a, const Tags& b, std::int64_t similarity) {
  const auto common = std::count_if(a.begin(), a.end(), [&b](const std::string& tag) { return b.count(tag) > 0; });
  const auto all = static_cast<std::int64_t>(a.size() + b.size()) - common;
  return all > 0 && common * kMillion >= similarity * all;
}

struct Draft {
  Tags tags;  ///< of the first member
  Cluster members;
};

}  // namespace

std::vector<Cluster> clusters_of(std::span<const model::Insight> insights, const ClusterRule& rule) {
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < insights.size(); ++i) {
    Tags tags = tags_of(insights[i]);
    const auto joined = std::find_if(drafts.begin(), drafts.end(), [&](const Draft& draft) {
      return draft.members.size() < rule.size_max && are_similar(draft.tags, tags, rule.similarity);
    });
    if (joined != drafts.end()) {
      joined->members.push_back(i);
    } else {
      drafts.push_back({std::move(tags), {i}});
    }
  }
  std::vector<Cluster> clusters;
  for (Draft& draft : drafts) {
    if (draft.members.size() >= rule.size_min) {
      clusters.push_back(std::move(draft.members));
    }
  }
  return clusters;
}

}  // namespace turnstream::consolidation
