#include "stages/consolidation/insights/related_insights.h"

#include <set>
#include <tuple>

#include "stages/common/evidence/rows.h"
#include "stages/common/notes/words.h"
#include "stages/consolidation/insights/insight_labels.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kLookedAtMax = 1000;

std::set<std::uint32_t> word_hashes(std::string_view text) {
  const notes::ReadText read(text);
  std::set<std::uint32_t> hashes;
  for (const notes::Word& word : read.words()) {
    hashes.insert(tag_hash(read.letters(word)));
  }
  return hashes;
}

}  // namespace

Result<std::vector<model::Insight>> related_insights(InsightBook& insights, std::string_view text, std::size_t limit) {
  std::vector<model::Insight> related;
  if (limit == 0) {
    return related;
  }
  const std::set<std::uint32_t> words = word_hashes(text);
  using Rank = std::tuple<std::int64_t, LogTime, Uuid>;  // minus the number of tags, minus extracted_at, id
  std::set<Rank> best;
  TS_RETURN_IF_ERROR(insights.each_used(kLookedAtMax, [&](const UsedInsight& used) {
    const std::size_t tags = tags_among(used.labels, words);
    if (tags > 0) {
      best.emplace(-static_cast<std::int64_t>(tags), LogTime{-used.extracted_at.value()}, used.id);
    }
    if (best.size() > limit) {
      best.erase(std::prev(best.end()));
    }
    return true;
  }));
  for (const Rank& rank : best) {
    TS_ASSIGN_OR_RETURN(std::optional<model::Insight> insight, insights.find(std::get<Uuid>(rank)));
    if (!insight.has_value()) {
      return evidence::bad_state("The order in which insights were used names one that is missing.");
    }
    related.push_back(*std::move(insight));
  }
  return related;
}

}  // namespace turnstream::consolidation
