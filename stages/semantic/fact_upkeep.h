#pragma once
// The bound on the number of a persona's facts, and the retirement of weak facts. Threads: the caller's.

#include "stages/semantic/fact_book.h"

namespace turnstream::semantic {

/// Removes facts until at most facts_max are left. To remove n facts it takes min(8n, n + 64) facts from the front of
/// the list of all facts, removes n of them and appends the others to the end. It removes facts that no longer hold
/// first, then those of the lowest confidence, then those not seen for the longest time. Call it after each turn: it
/// also lists the turn's new facts and takes removed facts off the lists.
Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// Call it when the timer has fired. Removes weak facts (confidence below retire_confidence) that were idle for
/// retire_idle_days. Reads at most 256 from the front of the list of weak facts. The timer is armed again for the first
/// time at which one of these retires. If the list has more, it is due 1 ms later if one was removed, otherwise within
/// a day.
Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// The time from which a weak fact that was last seen at `last_seen` may retire.
[[nodiscard]] LogTime retired_at(LogTime last_seen, const SemanticSettings& settings);

}  // namespace turnstream::semantic
