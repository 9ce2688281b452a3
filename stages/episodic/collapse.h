#pragma once
// Collapse: if a new item has the type and the normalised content of an item in the ring, it is not added. The item in
// the ring counts it as another occurrence. Threads: any; pure.

#include <cstdint>

#include "pipeline/model/memory_item.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// Equal for items with the same type and normalised content. Hashes may collide: also check says_the_same().
[[nodiscard]] std::uint64_t content_hash(const model::MemoryItem& item);
/// True if both have the same type and equal normalised content.
[[nodiscard]] bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b);

/// Counts `repeated` as an occurrence of `kept`. Its base importance becomes the greater of the two. Of both items'
/// sources the first (the item's own) and the newest remain, at most sources_max; if that is 1, the newest. New
/// references are added while there are fewer than sources_max. `kept` stays ephemeral only if both are.
void collapse(model::MemoryItem& kept, const model::MemoryItem& repeated, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
