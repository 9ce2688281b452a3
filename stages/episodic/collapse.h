#pragma once
// Collapse: if a new item has the type and the normalised content of an item in the ring, the new one is not added. The
// item in the ring counts it as another occurrence. Threads: any; pure.

#include <cstdint>

#include "pipeline/model/memory_item.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// Equal for items with the same type and normalised content. Hashes may collide: also check says_the_same().
[[nodiscard]] std::uint64_t content_hash(const model::MemoryItem& item);
/// True if both have the same type and equal normalised content.
[[nodiscard]] bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b);

/// Counts `repeated` as an occurrence of `kept`. `kept` gets the greater base importance of the two; the source of
/// `repeated`, by evidence::add_source() with sources_max; and the references that it does not have, while it has fewer
/// than sources_max references. It stays ephemeral only if both are.
void collapse(model::MemoryItem& kept, const model::MemoryItem& repeated, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
