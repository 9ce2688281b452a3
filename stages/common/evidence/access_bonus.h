#pragma once
// AccessBonus: what accesses add to the importance of an item. Scores are integers of millionths. Threads: any; pure.

#include <cstdint>

namespace turnstream::evidence {

struct AccessBonus {
  std::int64_t doubling = 0;  ///< added each time (1 + number of accesses) doubles
  std::int64_t max = 0;       ///< the most that is added
};

/// base + min(bonus.max, bonus.doubling · log2(1 + access_count)), clamped to 0..10⁶; `base` without accesses.
[[nodiscard]] std::int64_t with_access_bonus(std::int64_t base, std::int64_t access_count, const AccessBonus& bonus);

}  // namespace turnstream::evidence
