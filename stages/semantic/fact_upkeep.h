#pragma once
// What keeps a persona's facts few and true: the bound on their number, and the retirement of weak ones.
// Threads: the caller's.

#include "stages/semantic/fact_book.h"

namespace turnstream::semantic {

/// Down to the bound: of those not looked at for the longest, eight for each that has to leave, or 64 more than those,
/// the least leave, superseded ones first. Call after each turn.
Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// After the timer fired: weak facts that were idle too long leave. Looks at 256 at most: if one of them left, goes on
/// with the next record, else a day later.
Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// When a fact that was last seen then may be retired, if it is weak.
[[nodiscard]] LogTime retired_at(LogTime last_seen, const SemanticSettings& settings);

}  // namespace turnstream::semantic
