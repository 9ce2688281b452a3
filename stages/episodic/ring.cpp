#include "stages/episodic/ring.h"

#include <algorithm>

namespace turnstream::episodic {
namespace {

constexpr std::size_t kEntrySize = 16 + 4 + 1 + 8 + 8;

/// Removes and returns the entries for which `leaves` is true. Both parts keep their order.
template <typename Predicate>
Ring take_if(Ring& ring, Predicate leaves) {
  const auto stays = [&leaves](const RingEntry& entry) { return !leaves(entry); };
  const auto first = std::stable_partition(ring.begin(), ring.end(), stays);
  Ring taken(first, ring.end());
  ring.erase(first, ring.end());
  return taken;
}

}  // namespace

bool qualifies(const RingEntry& entry, const EpisodicSettings& settings) {
  return !entry.ephemeral && entry.importance >= settings.promotion_importance_min;
}

bool promotion_due(const Ring& ring, std::int64_t importance, const EpisodicSettings& settings) {
  return importance >= settings.promotion_trigger_importance ||
         static_cast<std::int64_t>(ring.size()) > settings.ring_pressure_items;
}

Ring take_qualifying(Ring& ring, const EpisodicSettings& settings) {
  return take_if(ring, [&settings](const RingEntry& entry) { return qualifies(entry, settings); });
}

Ring take_evicted(Ring& ring, const EpisodicSettings& settings) {
  const auto excess = static_cast<std::int64_t>(ring.size()) - settings.ring_items_max;
  const auto first_kept = ring.begin() + std::max<std::int64_t>(excess, 0);
  Ring oldest(ring.begin(), first_kept);
  ring.erase(ring.begin(), first_kept);
  return oldest;
}

Ring take_aged_out(Ring& ring, LogTime now, const EpisodicSettings& settings) {
  return take_if(ring, [&](const RingEntry& entry) {
    return now.value() - entry.since.value() > settings.age_out_s * 1000 &&
           entry.importance < settings.age_out_importance;
  });
}

RingEntry* find_entry(Ring& ring, const Uuid& id) {
  const auto found = std::find_if(ring.begin(), ring.end(), [&id](const RingEntry& entry) { return entry.id == id; });
  return found == ring.end() ? nullptr : &*found;
}

void write_ring(ByteWriter& writer, const Ring& ring) {
  writer.varint(ring.size());
  for (const RingEntry& entry : ring) {
    writer.uuid(entry.id).u32(static_cast<std::uint32_t>(entry.importance)).u8(entry.ephemeral ? 1 : 0);
    writer.i64(entry.since.value()).u64(entry.content_hash);
  }
}

Ring read_ring(ByteReader& reader) {
  Ring ring(reader.count(kEntrySize));
  for (RingEntry& entry : ring) {
    entry.id = reader.uuid();
    entry.importance = reader.u32();
    entry.ephemeral = reader.u8() != 0;
    entry.since = LogTime{reader.i64()};
    entry.content_hash = reader.u64();
  }
  return ring;
}

}  // namespace turnstream::episodic
