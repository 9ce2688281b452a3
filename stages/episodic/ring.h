#pragma once
// Ring: the index of the short-term ring without the contents of items, and its rules; the take functions return the
// entries that leave. Entries are in the order of appending. Threads: values; pure.

#include <cstdint>
#include <vector>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/base/uuid5.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

struct RingEntry {
  Uuid id;
  std::int64_t importance = 0;
  bool ephemeral = false;
  LogTime since;                   ///< Input::now when the item was added; its age is measured from here
  std::uint64_t content_hash = 0;  ///< the hash of type and normalised content (collapse.h)
  friend bool operator==(const RingEntry&, const RingEntry&) = default;
};

using Ring = std::vector<RingEntry>;

[[nodiscard]] bool qualifies(const RingEntry& entry, const EpisodicSettings& settings);

/// Whether the entries that qualify must be promoted now: `importance`, of the item just added or collapsed into, is at
/// least promotion_trigger_importance, or the ring has more than ring_pressure_items.
[[nodiscard]] bool promotion_due(const Ring& ring, std::int64_t importance, const EpisodicSettings& settings);

/// Removes and returns all entries that qualify for promotion.
[[nodiscard]] Ring take_qualifying(Ring& ring, const EpisodicSettings& settings);

/// Removes and returns the oldest entries beyond ring_items_max.
[[nodiscard]] Ring take_evicted(Ring& ring, const EpisodicSettings& settings);

/// Removes and returns the entries older than age_out_s and less important than age_out_importance.
[[nodiscard]] Ring take_aged_out(Ring& ring, LogTime now, const EpisodicSettings& settings);

[[nodiscard]] RingEntry* find_entry(Ring& ring, const Uuid& id);

void write_ring(ByteWriter& writer, const Ring& ring);
/// Reads what write_ring() wrote; empty if the reader fails.
[[nodiscard]] Ring read_ring(ByteReader& reader);

}  // namespace turnstream::episodic
