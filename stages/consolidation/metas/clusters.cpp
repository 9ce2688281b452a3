#include "stages/consolidation/metas/clusters.h"

#include <algorithm>
#include <map>
#include <string>

#include "stages/common/evidence/text_index.h"
#include "stages/consolidation/insights/insight_labels.h"

namespace turnstream::consolidation {
namespace {

/// Numbers of tags in ascending order, each once.
using Tags = std::vector<std::uint32_t>;

/// Gives equal tags the same number, in the order in which they come.
class TagNumbers {
 public:
  Tags of(const model::Insight& insight) {
    Tags tags;
    for (const std::string& tag : insight.tags) {
      tags.push_back(numbers_.emplace(comparable_tag(tag), static_cast<std::uint32_t>(numbers_.size())).first->second);
    }
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    return tags;
  }

 private:
  std::map<std::string, std::uint32_t> numbers_;
};

bool are_similar(const Tags& a, const Tags& b, std::int64_t similarity) {
  return !(a.empty() && b.empty()) && evidence::jaccard_at_most(a, b) >= similarity;
}

struct Draft {
  Tags tags;  ///< of the first member
  Cluster members;
};

}  // namespace

std::vector<Cluster> clusters_of(std::span<const model::Insight> insights, const ClusterRule& rule) {
  TagNumbers numbers;
  std::vector<Draft> drafts;
  for (std::size_t i = 0; i < insights.size(); ++i) {
    Tags tags = numbers.of(insights[i]);
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
