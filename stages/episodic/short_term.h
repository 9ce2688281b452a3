#pragma once
// ShortTerm: the rules of the ring applied to a persona: per item append, evict, promote; by the timer promote and age
// out; access. Moves the index (PersonaState), the contents (ItemTable) and the links together, so that they agree.
// Lifetime: borrows all it is given, for one call of the stage. Threads: the caller's.

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

  /// Who the item became: itself, or the item in the ring that says the same.
  Result<Uuid> admit(NewItem made, const stage_api::Input& input);
  /// Adds accesses to an item; false if it is not in the ring.
  Result<bool> access(const Uuid& id, std::int64_t count, const stage_api::Input& input);
  /// Promotes all that qualify; returns how many.
  Result<std::int64_t> promote_qualifying(LogTime at);
  /// Drops what is old and unimportant; returns how many.
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
