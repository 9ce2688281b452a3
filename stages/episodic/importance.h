#pragma once
// Importance: the weight of a new item, and what accesses add to it. Scores are integers of millionths. Threads: any;
// pure.

#include <cstdint>
#include <optional>

#include "pipeline/model/memory_item.h"
#include "stages/episodic/settings.h"

namespace turnstream::episodic {

/// What a turn adds to the base importance of its chat item and of its items of type error.
struct TurnBonus {
  std::int64_t chat = 0;  ///< by its flags and words (importance_signals.h); below 0 for small talk
  std::int64_t error = 0;
};
[[nodiscard]] TurnBonus bonus_of(const model::StateExport& turn, const EpisodicSettings& settings);

/// `given`, or if it is absent the importance of the type; plus `bonus`; clamped to 0..10⁶.
[[nodiscard]] std::int64_t base_importance(model::ItemType type, std::optional<std::int64_t> given, std::int64_t bonus,
                                           const EpisodicSettings& settings);

/// base + min(access_bonus_max, access_bonus · log2(1 + access_count)), clamped to 0..10⁶; `base` without accesses.
[[nodiscard]] std::int64_t importance(std::int64_t base, std::int64_t access_count, const EpisodicSettings& settings);

}  // namespace turnstream::episodic
