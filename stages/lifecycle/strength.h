#pragma once
// Strength: how well an item is remembered. It is the importance when the item was promoted or last accessed, and
// halves with each half-life of its type. All numbers are integers (base/fixed_math.h), so every machine computes the
// same. Within one type the order of due times is the order of strengths, at any moment. Threads: any; pure.

#include <cstdint>

#include "pipeline/model/memory_item.h"
#include "stages/lifecycle/settings.h"

namespace turnstream::lifecycle {

/// When the item was promoted or last accessed, whichever is later.
[[nodiscard]] LogTime last_used(const model::MemoryItem& item);

/// The strength at `now` in millionths. Before last_used() it is the importance.
[[nodiscard]] std::int64_t strength(const model::MemoryItem& item, LogTime now, const LifecycleSettings& settings);
/// log2 of the strength in millionths, for comparisons: it does not lose small differences of small strengths.
[[nodiscard]] std::int64_t log2_strength(const model::MemoryItem& item, LogTime now, const LifecycleSettings& settings);

/// The first millisecond at which the strength is below the threshold.
[[nodiscard]] LogTime due_time(const model::MemoryItem& item, const LifecycleSettings& settings);

/// The item's importance after its accesses: its base, plus the bonus for access_count. Never less than it has.
[[nodiscard]] std::int64_t accessed_importance(const model::MemoryItem& item, const LifecycleSettings& settings);

}  // namespace turnstream::lifecycle
