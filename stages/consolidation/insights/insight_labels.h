#pragma once
// The labels of an insight: its domain and hashes of its tags, few bytes next to its rank in the index, so that a grant
// finds what it covers without reading every insight. Hashes can collide: who needs to be sure compares the tags.
// Threads: values; pure.

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "pipeline/model/insight.h"

namespace turnstream::consolidation {

/// A tag in the form in which tags are compared, which ignores case.
[[nodiscard]] std::string comparable_tag(std::string_view tag);

[[nodiscard]] inline bool has_labels(const model::Insight& insight) {
  return insight.type == model::InsightType::kExtracted || insight.type == model::InsightType::kMeta;
}
/// Empty for an insight that is never shared: one of type shared or discovery.
[[nodiscard]] std::string labels_of(const model::Insight& insight);

/// The hash of a tag in labels. `word`: as comparable_tag() gives it.
[[nodiscard]] std::uint32_t tag_hash(std::string_view word);
/// How many tags of the labels have a hash in the set.
[[nodiscard]] std::size_t tags_among(std::string_view labels, const std::set<std::uint32_t>& hashes);

class LabelFilter {
 public:
  /// Accepts insights with any of the tags and any of the domains; of an empty set all.
  LabelFilter(const std::set<std::string>& comparable_tags, const std::set<model::Domain>& domains);
  /// `labels`: what labels_of() gave.
  [[nodiscard]] bool may_accept(std::string_view labels) const;

 private:
  std::set<std::uint32_t> tags_;
  std::set<model::Domain> domains_;
};

}  // namespace turnstream::consolidation
