#pragma once
// Head: the row `long_term` of a persona, which the stage reads first: counters and what the timers are armed for. A
// head that equals Head{} is the empty state and has no row. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/codec/stats.h"

namespace turnstream::lifecycle {

struct Head {
  std::int64_t items = 0;     ///< long-term items, without archived ones
  std::int64_t archived = 0;  ///< archived items
  std::int64_t low = 0;       ///< those of `items` with importance below kFloorMax
  std::int64_t merged =
      0;  ///< items that were merged into others, since the first item or the last `forget` with `all`
  std::int64_t deleted = 0;  ///< items deleted by retention or quota, since then
  std::optional<LogTime> archive_timer;
  std::optional<LogTime> upkeep_timer;
  LogTime checked_at;  ///< the last daily check of references
  friend bool operator==(const Head&, const Head&) = default;
};

[[nodiscard]] std::string encode_head(const Head& head);
/// Errors: bad_state().
Result<Head> decode_head(std::string_view row);

/// The counters of the stats `long_term`; empty if there are none.
[[nodiscard]] std::vector<codec::StatCounter> counters(const Head& head);

}  // namespace turnstream::lifecycle
