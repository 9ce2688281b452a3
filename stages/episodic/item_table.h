#pragma once
// ItemTable: a persona's ring items and its row PersonaState during one call of the stage (evidence::PersonaTable). An
// item is read only if a rule needs its content. A promoted item leaves this stage: finish() keeps no row of it, and
// its change shows the whole item. Lifetime: borrows the context, for one call of the stage. Threads: the caller's.

#include <string>
#include <vector>

#include "pipeline/model/memory_item.h"
#include "stages/common/evidence/persona_table.h"
#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {

/// The Form of the PersonaTable; persona_table.h describes its members.
struct ItemForm {
  using Entry = model::MemoryItem;
  using Head = PersonaState;
  static constexpr std::string_view kPrefix = kItemPrefix;
  static constexpr std::string_view kKind = "memory";
  static constexpr std::string_view kHeadKey = kStateKey;
  static constexpr std::string_view kStatsId = "ring";

  /// The row of an item: its JSON, as the change has it; empty for a promoted item.
  static std::string encode(const model::MemoryItem& item);
  static Result<model::MemoryItem> decode(std::string_view row, std::string_view persona, const Uuid& id);
  static std::string encode_head(const PersonaState& state) { return encode_state(state); }
  static Result<PersonaState> decode_head(std::string_view row) { return decode_state(row); }
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id,
                     const model::MemoryItem& item, evidence::Before<model::MemoryItem> before);
  static std::vector<codec::StatCounter> counters(const PersonaState& state);
};

class ItemTable : public evidence::PersonaTable<ItemForm> {
 public:
  using PersonaTable::PersonaTable;

  /// Like find(), for an item that must exist. Errors: bad_state() if it is missing.
  Result<model::MemoryItem*> find_in_ring(const Uuid& id);
  /// Marks the item as long-term from log time `at`; finish() keeps no row of it. Errors: those of find_in_ring().
  Status promote(const Uuid& id, LogTime at);
};

}  // namespace turnstream::episodic
