#include "stages/episodic/item_table.h"

#include "pipeline/codec/memory_item.h"

namespace turnstream::episodic {
namespace {

std::string json_of(const model::MemoryItem& item) {
  std::string json;
  json.reserve(640 + item.content.size());
  codec::append_memory_item(json, item);
  return json;
}

}  // namespace

std::string ItemForm::encode(const model::MemoryItem& item) {
  return item.tier == model::Tier::kLongTerm ? std::string() : json_of(item);
}

Result<model::MemoryItem> ItemForm::decode(std::string_view row, std::string_view /*persona*/, const Uuid& /*id*/) {
  return codec::parse_memory_item(row);
}

void ItemForm::report(stage_api::Effects& effects, std::string_view /*persona*/, const Uuid& /*id*/,
                      const model::MemoryItem& item, evidence::Before<model::MemoryItem> before) {
  const bool stays = item.tier != model::Tier::kLongTerm;
  if (before.entry != nullptr && stays) {
    effects.patch(kKind, item.id, {codec::memory_item_patch(*before.entry, item)});
  } else {
    effects.put(kKind, item.id, stays ? std::string(before.row_now) : json_of(item), before.existed);
  }
}

std::vector<codec::StatCounter> ItemForm::counters(const PersonaState& state) {
  if (state == PersonaState{}) {
    return {};
  }
  return {{"size", static_cast<std::int64_t>(state.ring.size())},
          {"promoted", state.counters.promoted},
          {"evicted", state.counters.evicted},
          {"aged_out", state.counters.aged_out}};
}

Result<model::MemoryItem*> ItemTable::find_in_ring(const Uuid& id) {
  TS_ASSIGN_OR_RETURN(model::MemoryItem * item, find(id));
  return item != nullptr ? Result<model::MemoryItem*>(item)
                         : bad_state("The row of an item in the ring of recent items is missing.");
}

Status ItemTable::promote(const Uuid& id, LogTime at) {
  TS_ASSIGN_OR_RETURN(model::MemoryItem * item, find_in_ring(id));
  item->tier = model::Tier::kLongTerm;
  item->consolidated_at = at;
  return {};
}

}  // namespace turnstream::episodic
