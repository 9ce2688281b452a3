#pragma once
// Ring: the short-term ring as an index of what its rules ask for, without contents; and those rules, as functions from
// the ring to who leaves it. Entries are in the order of appending. Threads: values; pure.

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
  LogTime since;  ///< the partition's now when it came: ages are measured from here, so that no clock step ages it
  std::uint64_t content_hash = 0;  ///< of type and normalised content: equal items have equal hashes
  friend bool operator==(const RingEntry&, const RingEntry&) = default;
};

using Ring = std::vector<RingEntry>;

[[nodiscard]] bool qualifies(const RingEntry& entry, const EpisodicSettings& settings);

/// Whether an item of this importance, or the size that the ring now has, makes all that qualify leave for long-term.
[[nodiscard]] bool promotion_due(const Ring& ring, std::int64_t importance, const EpisodicSettings& settings);

/// Removes and returns all entries that qualify for promotion.
[[nodiscard]] Ring take_qualifying(Ring& ring, const EpisodicSettings& settings);

/// Removes and returns the oldest entries, as many as are too many: more than one after ring_items_max was lowered.
[[nodiscard]] Ring take_evicted(Ring& ring, const EpisodicSettings& settings);

/// Removes and returns all entries that are old and unimportant.
[[nodiscard]] Ring take_aged_out(Ring& ring, LogTime now, const EpisodicSettings& settings);

[[nodiscard]] RingEntry* find_entry(Ring& ring, const Uuid& id);

void write_ring(ByteWriter& writer, const Ring& ring);
/// Empty if the reader fails.
[[nodiscard]] Ring read_ring(ByteReader& reader);

}  // namespace turnstream::episodic
