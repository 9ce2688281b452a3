#include "stages/consolidation/metas/clusters.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "pipeline/base/decimal.h"
#include "stages/consolidation/insights/insight_labels.h"

namespace turnstream::consolidation {
namespace {

/// Numbers of tags in ascending order, each once.
using Tags = std::vector<std::uint32_t>;

/// Gives equal tags the same number, in the order in which they come. Borrows the tags.
class TagNumbers {
 public:
  Tags of(const model::Insight& insight) {
    Tags tags;
    tags.reserve(insight.tags.size());
    for (const std::string& tag : insight.tags) {
      tags.push_back(number_of(tag));
    }
    std::sort(tags.begin(), tags.end());
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    return tags;
  }
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  /// Most insights have tags that others have, too: these are compared as they are written.
  std::uint32_t number_of(std::string_view tag) {
    const auto [written, is_new] = written_.try_emplace(tag, 0);
    if (is_new) {
      written->second =
          numbers_.emplace(comparable_tag(tag), static_cast<std::uint32_t>(numbers_.size())).first->second;
    }
    return written->second;
  }

  std::unordered_map<std::string_view, std::uint32_t> written_;  ///< tags as they are written
  std::map<std::string, std::uint32_t> numbers_;                 ///< their comparable forms
};

struct Draft {
  std::size_t tags = 0;  ///< of the first member
  Cluster members;
};

/// The drafts of clusters, each listed under the tags of its first member: an insight is compared with those that share a tag.
class Drafts {
 public:
  explicit Drafts(const ClusterRule& rule) : rule_(rule) {}

  /// `tags_known`: the numbers of all tags so far are below.
  void take(std::size_t insight, const Tags& tags, std::size_t tags_known) {
    with_tag_.resize(tags_known);
    if (const std::optional<std::size_t> draft = first_similar(tags); draft.has_value()) {
      drafts_[*draft].members.push_back(insight);
      return;
    }
    for (const std::uint32_t tag : tags) {
      with_tag_[tag].push_back(drafts_.size());
    }
    drafts_.push_back({tags.size(), {insight}});
  }

  std::vector<Cluster> clusters() && {
    std::vector<Cluster> clusters;
    for (Draft& draft : drafts_) {
      if (draft.members.size() >= rule_.size_min) {
        clusters.push_back(std::move(draft.members));
      }
    }
    return clusters;
  }

 private:
  /// The first draft that is not full and whose first member has tags so similar.
  std::optional<std::size_t> first_similar(const Tags& tags) {
    common_.assign(drafts_.size(), 0);
    for (const std::uint32_t tag : tags) {
      for (const std::size_t draft : with_tag_[tag]) {
        ++common_[draft];
      }
    }
    for (std::size_t i = 0; i < drafts_.size(); ++i) {
      const auto all = static_cast<std::int64_t>(drafts_[i].tags + tags.size() - common_[i]);
      const bool similar = common_[i] > 0 && static_cast<std::int64_t>(common_[i]) * kMillion / all >= rule_.similarity;
      if (similar && drafts_[i].members.size() < rule_.size_max) {
        return i;
      }
    }
    return std::nullopt;
  }

  const ClusterRule& rule_;
  std::vector<Draft> drafts_;
  std::vector<std::vector<std::size_t>> with_tag_;  ///< drafts by the number of a tag
  std::vector<std::size_t> common_;                 ///< tags that a draft shares with the insight
};

}  // namespace

std::vector<Cluster> clusters_of(std::span<const model::Insight> insights, const ClusterRule& rule) {
  TagNumbers numbers;
  Drafts drafts(rule);
  for (std::size_t i = 0; i < insights.size(); ++i) {
    const Tags tags = numbers.of(insights[i]);
    drafts.take(i, tags, numbers.size());
  }
  return std::move(drafts).clusters();
}

}  // namespace turnstream::consolidation
