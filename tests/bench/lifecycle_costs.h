#pragma once
// LifecycleCosts: what the lifecycle stage costs while one persona's long-term memory grows: for a turn, for the
// archive, and for a `forget` with `all`, for which the other stages are measured as well. Threads: the caller's.

#include <cstdint>
#include <vector>

namespace turnstream::bench {

struct LifecycleCost {
  std::int64_t items = 0;  ///< long-term and archived items of the persona
  double us_per_turn = 0;  ///< mean CPU time of the last tenth of the turns
  double worst_us = 0;     ///< the most that one of them took
  double promotions_per_turn = 0;
  double archived_share = 0;  ///< bytes of archived rows to bytes of the items' JSON
  double forget_s = 0;        ///< CPU time to forget all
  double all_forget_s = 0;    ///< of all stages
};

/// One measurement for each number of items. The persona sends a turn every ten seconds, so that nothing fades, and the
/// quota archives what is over memory.lifecycle.long_term_items_max.
[[nodiscard]] std::vector<LifecycleCost> measure_lifecycle(const std::vector<std::int64_t>& items);

}  // namespace turnstream::bench
