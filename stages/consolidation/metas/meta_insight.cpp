#include "stages/consolidation/metas/meta_insight.h"

#include <algorithm>
#include <map>
#include <set>

#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/common/notes/summary.h"
#include "stages/consolidation/insights/insight_labels.h"
#include "stages/consolidation/metas/best_sentence.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kSentences = 3;
constexpr std::size_t kTagsMax = 12;

}  // namespace

Result<std::string> summary_of(std::span<const model::Insight> insights, Speech& speech) {
  std::vector<const model::Insight*> order;
  for (const model::Insight& insight : insights) {
    order.push_back(&insight);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto* one, const auto* other) { return one->importance > other->importance; });
  order.resize(std::min(order.size(), kSentences));
  std::string summary;
  std::set<std::string> known;
  for (const model::Insight* insight : order) {
    TS_ASSIGN_OR_RETURN(const std::string sentence, best_sentence(insight->summary, speech));
    if (sentence.empty() || !known.insert(normalise(sentence)).second) {
      continue;
    }
    const std::string longer = summary.empty() ? sentence : summary + " " + sentence;
    if (count_code_points(longer) <= notes::kSummaryCodePointsMax) {
      summary = longer;
    } else if (summary.empty()) {
      summary = notes::cut_at_word(sentence, notes::kSummaryCodePointsMax);
    }
  }
  return summary;
}

std::vector<std::string> common_tags(std::span<const model::Insight> insights) {
  struct Count {
    std::string tag;
    std::size_t insights = 0;
  };
  std::vector<Count> counts;  // in order of appearance
  std::map<std::string, std::size_t> places;
  for (const model::Insight& insight : insights) {
    std::set<std::string> seen;
    for (const std::string& tag : insight.tags) {
      const std::string comparable = comparable_tag(tag);
      const auto [place, first] = places.try_emplace(comparable, counts.size());
      if (first) {
        counts.push_back({tag, 0});
      }
      counts[place->second].insights += seen.insert(comparable).second ? 1 : 0;
    }
  }
  std::erase_if(counts, [&](const Count& count) { return count.insights * 2 < insights.size(); });
  std::stable_sort(counts.begin(), counts.end(), [](const auto& a, const auto& b) { return a.insights > b.insights; });
  counts.resize(std::min(counts.size(), kTagsMax));
  std::vector<std::string> tags;
  for (Count& count : counts) {
    tags.push_back(std::move(count.tag));
  }
  return tags;
}

model::Insight meta_of(std::span<const model::Insight> insights, std::string_view persona) {
  model::Insight meta;
  meta.type = model::InsightType::kMeta;
  meta.persona_id = std::string(persona);
  meta.confidence = insights.front().confidence;
  meta.user_id = insights.front().user_id;
  std::vector<std::string> ids;
  std::map<model::Domain, std::size_t> domains;
  std::size_t most = 0;
  for (const model::Insight& insight : insights) {
    ids.push_back(insight.id);
    meta.sources.push_back(model::Source{insight.id, "", ""});
    meta.confidence = std::min(meta.confidence, insight.confidence);
    most = std::max(most, ++domains[insight.domain]);
    meta.user_id = meta.user_id == insight.user_id ? meta.user_id : std::string();
  }
  const auto is_most_frequent = [&](const model::Insight& insight) { return domains[insight.domain] == most; };
  meta.domain = std::find_if(insights.begin(), insights.end(), is_most_frequent)->domain;
  meta.id = to_string(codec::insight_id(persona, ids));
  return meta;
}

}  // namespace turnstream::consolidation
