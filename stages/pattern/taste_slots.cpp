#include "stages/pattern/taste_slots.h"

#include <algorithm>
#include <utility>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/hash64.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::pattern {
namespace {

constexpr std::uint8_t kFormat = 2;

std::uint64_t slot_hash(std::string_view user_id, std::string_view slot) {
  return hash64(slot, hash64(user_id));
}

}  // namespace

std::string encode_tastes(const std::vector<TasteEntry>& tastes) {
  std::string bytes;
  ByteWriter writer(bytes);
  writer.u8(kFormat).varint(tastes.size());
  for (const TasteEntry& taste : tastes) {
    writer.uuid(taste.taste).u64(taste.user).u64(taste.slot).u8(taste.alone ? 1 : 0);
  }
  return bytes;
}

Result<std::vector<TasteEntry>> decode_tastes(std::string_view bytes) {
  constexpr std::size_t kTasteBytes = sizeof(Uuid) + 2 * sizeof(std::uint64_t) + 1;
  ByteReader reader(bytes);
  const bool known = reader.u8() == kFormat;
  std::vector<TasteEntry> tastes(known ? reader.count(kTasteBytes) : 0);
  for (TasteEntry& taste : tastes) {
    taste.taste = reader.uuid();
    taste.user = reader.u64();
    taste.slot = reader.u64();
    taste.alone = reader.u8() == 1;
  }
  return known && reader.done()
             ? Result<std::vector<TasteEntry>>(std::move(tastes))
             : evidence::bad_state("The row of the slots of tastes is damaged or has another format.");
}

Status TasteSlots::put(const Uuid& taste, std::string_view user_id, std::string_view slot, bool alone) {
  TS_RETURN_IF_ERROR(row_.erase_if([&taste](const TasteEntry& entry) { return entry.taste == taste; }));
  return slot.empty() ? Status() : row_.add({taste, hash64(user_id), slot_hash(user_id, slot), alone});
}

Result<bool> TasteSlots::has_slot(const Uuid& taste) {
  TS_ASSIGN_OR_RETURN(const TasteEntry* own, entry_of(taste));
  return own != nullptr;
}

Result<bool> TasteSlots::is_in(const Uuid& taste, std::string_view user_id, std::string_view slot) {
  TS_ASSIGN_OR_RETURN(const TasteEntry* own, entry_of(taste));
  return own != nullptr && own->slot == slot_hash(user_id, slot);
}

Result<std::vector<Uuid>> TasteSlots::others(const Uuid& taste, std::string_view user_id, std::string_view slot) {
  return others_in(slot_hash(user_id, slot), taste);
}

Result<std::vector<Uuid>> TasteSlots::others_in(std::uint64_t slot, const Uuid& taste) {
  TS_ASSIGN_OR_RETURN(const auto* known, row_.entries());
  std::vector<Uuid> found;
  for (const TasteEntry& entry : *known) {
    if (entry.taste != taste && entry.slot == slot) {
      found.push_back(entry.taste);
    }
  }
  return found;
}

Result<const TasteEntry*> TasteSlots::entry_of(const Uuid& taste) {
  TS_ASSIGN_OR_RETURN(const auto* known, row_.entries());
  const auto own =
      std::find_if(known->begin(), known->end(), [&taste](const TasteEntry& entry) { return entry.taste == taste; });
  return own == known->end() ? nullptr : &*own;
}

Result<std::vector<Uuid>> TasteSlots::rivals_of(const Uuid& taste) {
  TS_ASSIGN_OR_RETURN(const TasteEntry* own, entry_of(taste));
  return own == nullptr || !own->alone ? Result<std::vector<Uuid>>(std::vector<Uuid>()) : others_in(own->slot, taste);
}

Result<std::vector<Uuid>> TasteSlots::of_user(std::string_view user_id) {
  TS_ASSIGN_OR_RETURN(const auto* known, row_.entries());
  const std::uint64_t user = hash64(user_id);
  std::vector<Uuid> found;
  for (const TasteEntry& entry : *known) {
    if (entry.user == user) {
      found.push_back(entry.taste);
    }
  }
  return found;
}

Status TasteSlots::follow(const Uuid& taste, const Uuid& other) {
  TS_ASSIGN_OR_RETURN(const TasteEntry* entry, entry_of(other));
  return entry == nullptr ? Status() : row_.add({taste, entry->user, entry->slot, entry->alone});
}

Status TasteSlots::keep_if(const std::function<Result<bool>(const Uuid& taste)>& stays) {
  return row_.keep_if([&stays](const TasteEntry& entry) { return stays(entry.taste); });
}

}  // namespace turnstream::pattern
