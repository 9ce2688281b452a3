#pragma once
// Importance: what an item weighs when it is made, and what accesses add. Integers of 10⁻⁶ throughout.
// Threads: any; pure.

#include <cstdint>
#include <optional>

#include "pipeline/model/memory_item.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// What a turn's flags add: to its chat item, and to its items of type error.
struct TurnBonus {
  std::int64_t chat = 0;
  std::int64_t error = 0;
};
[[nodiscard]] TurnBonus bonus_of(const model::StateExport& turn, const EpisodicSettings& settings);

/// clamp(given, else the type's own + bonus) to 0..1.
[[nodiscard]] std::int64_t base_importance(model::ItemType type, std::optional<std::int64_t> given, std::int64_t bonus,
                                           const EpisodicSettings& settings);

/// clamp(base + min(max bonus, bonus · log2(1 + accesses))) to 0..1.
[[nodiscard]] std::int64_t importance(std::int64_t base, std::int64_t access_count, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
