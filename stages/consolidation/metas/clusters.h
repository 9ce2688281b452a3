#pragma once
// Clusters of insights that belong together by their tags. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pipeline/model/insight.h"

namespace turnstream::consolidation {

/// Indexes of insights, in ascending order.
using Cluster = std::vector<std::size_t>;

struct ClusterRule {
  std::int64_t similarity = 500'000;  ///< in millionths
  std::size_t size_min = 3;
  std::size_t size_max = model::kSourcesMax;
};

/// Each insight joins the first cluster that is not full and whose first member has a Jaccard index of tags of at least
/// `similarity`, else it begins one. Tags are compared without case; two insights without tags have nothing in common.
/// Returns the clusters that have size_min members, in the order of their first ones.
[[nodiscard]] std::vector<Cluster> clusters_of(std::span<const model::Insight> insights, const ClusterRule& rule);

}  // namespace turnstream::consolidation
