#pragma once
// The bound on the number of a persona's facts, and the retirement of weak facts. Threads: the caller's.

#include "stages/semantic/fact_book.h"

namespace turnstream::semantic {

/// Removes facts until at most facts_max are left. To remove n facts it takes min(8n, n + 64) facts (all if there are fewer)
/// from the front of the list of all facts, removes n of them and appends the others to the end. Of those taken, it removes
/// facts that are not shown first, then those that are not current, then the lowest confidence, then those not seen for the
/// longest time. Call it after each turn: it also lists the turn's new facts and shortens lists that have many removed facts.
Status evict(FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// Call it when the timer has fired. Takes at most 256 entries from the front of the list of weak facts. Of the facts
/// with a confidence below retire_confidence it removes those that were idle for retire_idle_days and appends the
/// others to the list. The timer is then due when the first of these others retires; if the list had more entries, no
/// later than 1 ms after Input::now if a fact was removed, else a day after.
Status retire(const stage_api::Input& input, FactTable& facts, FactBook& book, const SemanticSettings& settings);

/// The time from which a weak fact that was last seen at `last_seen` may retire.
[[nodiscard]] LogTime retired_at(LogTime last_seen, const SemanticSettings& settings);

}  // namespace turnstream::semantic
