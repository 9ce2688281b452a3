#include "stages/consolidation/known_insights.h"

#include "stages/consolidation/insights/related_insights.h"

namespace turnstream::consolidation {

Result<std::vector<KnownInsight>> known_insights(InsightBook& insights, std::string_view text, std::size_t limit) {
  TS_ASSIGN_OR_RETURN(const std::vector<model::Insight> related, related_insights(insights, text, limit));
  std::vector<KnownInsight> known;
  for (const model::Insight& insight : related) {
    known.push_back({insight.id, insight.summary});
  }
  return known;
}

}  // namespace turnstream::consolidation
