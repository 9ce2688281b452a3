#pragma once
// Collapse: an item that says what an item in the ring says already makes no new one; the one that is there counts it.
// Threads: any; pure.

#include <cstdint>

#include "pipeline/model/memory_item.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// Equal for items that may collapse. Who acts on it asks says_the_same() too.
[[nodiscard]] std::uint64_t content_hash(const model::MemoryItem& item);
/// Same type and equal normalised content.
[[nodiscard]] bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b);

/// One occurrence more, importance the greater, sources and references united, ephemeral only if both are. Of too many
/// sources the kept item's own and the newest remain.
void collapse(model::MemoryItem& kept, const model::MemoryItem& repeated, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
