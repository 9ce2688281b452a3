#pragma once
// The insights that a flush shows to a model, so that it does not repeat them: what the part sessions asks of the part
// insights. Threads: the caller's.

#include <cstddef>
#include <string_view>
#include <vector>

#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/sessions/sessions.h"

namespace turnstream::consolidation {

/// related_insights() in the form that Sessions expects.
Result<std::vector<KnownInsight>> known_insights(InsightBook& insights, std::string_view text, std::size_t limit);

}  // namespace turnstream::consolidation
