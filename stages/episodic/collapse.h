#pragma once
// Collapse: an item that says the same as an item in the ring does not become an item of its own. The item in the ring
// counts it as another occurrence. Threads: any; pure.

#include <cstdint>

#include "pipeline/model/memory_item.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// Equal for items that say the same. Hashes may collide, so the caller must also check says_the_same().
[[nodiscard]] std::uint64_t content_hash(const model::MemoryItem& item);
/// Same type and equal normalised content.
[[nodiscard]] bool says_the_same(const model::MemoryItem& a, const model::MemoryItem& b);

/// Counts `repeated` as an occurrence of `kept`. The importance becomes the greater of the two; sources and references
/// are united; `kept` stays ephemeral only if both are. Of more than sources_max sources, its own and the newest
/// remain.
void collapse(model::MemoryItem& kept, const model::MemoryItem& repeated, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
