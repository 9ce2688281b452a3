#pragma once
// The bound on the number of a persona's facts, and the retirement of weak facts. Threads: the caller's.

#include "stages/semantic/fact_book.h"

namespace turnstream::semantic {

/// Removes facts until at most facts_max are left. It reads facts from the front of the list: eight for each fact to
/// remove, but at most 64 more than the number to remove. It removes the lowest of them, superseded facts first. The
/// others move to the end of the list. Call after each turn.
Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// Call it when the timer has fired. Removes weak facts that were idle for retire_idle_days. Reads at most 256. If
/// there are more, the timer is armed again: for the next record if one of the 256 was removed, otherwise for a day
/// later.
Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// The time from which a weak fact that was last seen at `last_seen` may retire.
[[nodiscard]] LogTime retired_at(LogTime last_seen, const SemanticSettings& settings);

}  // namespace turnstream::semantic
