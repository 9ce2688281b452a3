#pragma once
// ShortTerm: applies the rules of the ring to a persona. For each item: collapse, or append and evict; then promote if
// promotion_due(). At the timer: promote, age out. It changes index (PersonaState), contents (ItemTable) and links
// together, so that they agree. Lifetime: borrows all arguments, for one call of the stage. Threads: the caller's.

#include <cstdint>

#include "stages/episodic/item_draft.h"
#include "stages/episodic/item_table.h"
#include "stages/episodic/link_index.h"
#include "stages/episodic/persona_state.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

class ShortTerm {
 public:
  ShortTerm(PersonaState& state, ItemTable& items, LinkIndex& links, const EpisodicSettings& settings)
      : state_(state), items_(items), links_(links), settings_(settings) {}

  /// Collapses a new item into an equal one, or adds it unless its id is in the ring; then evicts and promotes by the
  /// rules. Returns the id of the item that it collapsed into, or its own.
  Result<Uuid> admit(NewItem made, const stage_api::Input& input);
  /// Adds `count` accesses to an item, and promotes it if it then qualifies. False if it is not in the ring.
  Result<bool> access(const Uuid& id, std::int64_t count, const stage_api::Input& input);
  /// Promotes all items that qualify. Returns how many.
  Result<std::int64_t> promote_qualifying(LogTime at);
  /// Drops the items that are older than age_out_s and below age_out_importance. Returns how many.
  Result<std::int64_t> age_out(LogTime now);

 private:
  Result<RingEntry*> find_same(const model::MemoryItem& item, std::uint64_t hash);
  Status append(NewItem made, const stage_api::Input& input, std::uint64_t hash);
  Status evict(LogTime at);
  Status promote(const Uuid& id, LogTime at);

  PersonaState& state_;
  ItemTable& items_;
  LinkIndex& links_;
  const EpisodicSettings& settings_;
};

}  // namespace turnstream::episodic
