#pragma once
// What is made of insights that belong together: the meta-insight apart from its time and place. Threads: the caller's.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/model/insight.h"
#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

/// The best sentence of each of the three most important, in that order (of equally important ones, in the order given), each
/// once; at most 300 code points. The first is cut at a word; others that do not fit are left out.
Result<std::string> summary_of(std::span<const model::Insight> insights, Speech& speech);

/// The tags that at least half of the insights have, at most 12: those of most insights first, then in order of appearance.
/// Tags are compared without case.
[[nodiscard]] std::vector<std::string> common_tags(std::span<const model::Insight> insights);

/// The insight of type meta with these sources: its id, sources, domain (the most frequent, of equal ones the first), and the
/// lowest confidence. Summary, tags and the rest are the caller's to set. Precondition: at most kSourcesMax insights.
[[nodiscard]] model::Insight meta_of(std::span<const model::Insight> insights, std::string_view persona);

}  // namespace turnstream::consolidation
