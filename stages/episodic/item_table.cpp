#include "stages/episodic/item_table.h"

#include "pipeline/codec/memory_item.h"
#include "stages/episodic/persona_state.h"

namespace turnstream::episodic {
namespace {

constexpr std::string_view kKind = "memory";

std::string json_of(const model::MemoryItem& item) {
  std::string json;
  json.reserve(640 + item.content.size());
  codec::append_memory_item(json, item);
  return json;
}

}  // namespace

void ItemTable::add(const Uuid& id, model::MemoryItem item) {
  Slot& slot = slots_[id];
  slot.now = std::move(item);
  slot.fate = Fate::kStays;
}

Result<model::MemoryItem*> ItemTable::load(const Uuid& id) {
  if (const auto found = slots_.find(id); found != slots_.end()) {
    return &found->second.now;
  }
  TS_ASSIGN_OR_RETURN(const auto json, rows_.get(row_key(kItemPrefix, id)));
  if (!json.has_value()) {
    return bad_state("An item of the ring is missing.");
  }
  TS_ASSIGN_OR_RETURN(model::MemoryItem item, codec::parse_memory_item(*json));
  Slot& slot = slots_[id];
  slot.existed = true;
  slot.before = item;
  slot.now = std::move(item);
  return &slot.now;
}

Status ItemTable::promote(const Uuid& id, LogTime at) {
  TS_ASSIGN_OR_RETURN(model::MemoryItem * item, load(id));
  item->tier = model::Tier::kLongTerm;
  item->consolidated_at = at;
  slots_[id].fate = Fate::kPromoted;
  return {};
}

void ItemTable::drop(const Uuid& id) {
  const auto [place, unseen] = slots_.try_emplace(id);
  place->second.existed = place->second.existed || unseen;
  place->second.fate = Fate::kDropped;
}

void ItemTable::flush(stage_api::Effects& effects) {
  for (const auto& [id, slot] : slots_) {
    flush_slot(id, slot, effects);
  }
  slots_.clear();
}

void ItemTable::flush_slot(const Uuid& id, const Slot& slot, stage_api::Effects& effects) {
  if (slot.fate == Fate::kDropped) {
    if (slot.existed) {
      rows_.erase(row_key(kItemPrefix, id));
      effects.remove(kKind, to_string(id));
    }
    return;
  }
  if (slot.fate == Fate::kPromoted) {
    if (slot.existed) {
      rows_.erase(row_key(kItemPrefix, id));
    }
    effects.put(kKind, slot.now.id, json_of(slot.now), slot.existed);
    return;
  }
  if (!slot.existed) {
    std::string json = json_of(slot.now);
    rows_.put(row_key(kItemPrefix, id), json);
    effects.put(kKind, slot.now.id, std::move(json), false);
    return;
  }
  if (std::string patch = codec::memory_item_patch(*slot.before, slot.now); !patch.empty()) {
    rows_.put(row_key(kItemPrefix, id), json_of(slot.now));
    effects.patch(kKind, slot.now.id, std::move(patch));
  }
}

}  // namespace turnstream::episodic
