#pragma once
// Which insights have to do with a text. Threads: the caller's.

#include <cstddef>
#include <string_view>
#include <vector>

#include "pipeline/model/insight.h"
#include "stages/consolidation/insights/insight_book.h"

namespace turnstream::consolidation {

/// Up to `limit` insights of type extracted or meta that have a tag among the words of the text: those with most such tags
/// first, then the newer ones, then by id. Looks at the thousand that were used last, and reads those that it returns.
Result<std::vector<model::Insight>> related_insights(InsightBook& insights, std::string_view text, std::size_t limit);

}  // namespace turnstream::consolidation
