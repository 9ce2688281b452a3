#pragma once
// ItemTable: the ring items that one record touches, and the net effect on each: an item that came and was promoted in
// the same record is one put; one that came and went is nothing. Items that are not asked for are not read. Everything
// is written by flush(). Lifetime: borrows the persona's rows, for one call of the stage. Threads: the caller's.

#include <map>
#include <optional>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/memory_item.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::episodic {

class ItemTable {
 public:
  explicit ItemTable(stage_api::StateView& rows) : rows_(rows) {}

  /// A new item. Precondition: no item of that id is in the ring.
  void add(const Uuid& id, model::MemoryItem item);
  /// The item, to be read or changed. Precondition: it is in the ring.
  Result<model::MemoryItem*> load(const Uuid& id);
  /// It goes to long-term memory, whole, and out of this stage's hands. Precondition: it is in the ring.
  Status promote(const Uuid& id, LogTime at);
  /// It is gone. Precondition: it is in the ring.
  void drop(const Uuid& id);

  void flush(stage_api::Effects& effects);

 private:
  enum class Fate { kStays, kPromoted, kDropped };
  struct Slot {
    bool existed = false;                     ///< before this record
    std::optional<model::MemoryItem> before;  ///< as it stood then, if it was read
    model::MemoryItem now;
    Fate fate = Fate::kStays;
  };
  void flush_slot(const Uuid& id, const Slot& slot, stage_api::Effects& effects);

  stage_api::StateView& rows_;
  std::map<Uuid, Slot> slots_;
};

}  // namespace turnstream::episodic
