#pragma once
// The parts that the rows of all derived memories share: the head row (one for each persona) and the rank (the
// beginning of each memory's row). DerivedTable::age() and evict() decode only the rank of a memory that they keep as
// is. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/byte_stream.h"
#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "stages/common/evidence/row_list.h"
#include "stages/common/evidence/rows.h"

namespace turnstream::evidence {

struct DerivedHead {
  std::int64_t memories = 0;
  std::int64_t marked = 0;       ///< how many of the memories are marked: capabilities or stated patterns
  RowListBounds list;            ///< the bounds of the list of ranks
  LogTime aged_until{0};         ///< age() has applied all idle periods that ended up to this time
  std::int64_t aged_by_ms = 0;   ///< the length of an idle period at the last call of age()
  std::optional<LogTime> timer;  ///< due time of the timer, if it is armed
  friend bool operator==(const DerivedHead&, const DerivedHead&) = default;
};

/// The values by which a memory decays, retires or is evicted.
struct DerivedRank {
  std::int64_t score = 0;
  bool marked = false;
  LogTime last_used;
  std::int64_t idle_periods = 0;  ///< the number of periods since last_used for which the score has already decayed
  friend bool operator==(const DerivedRank&, const DerivedRank&) = default;
};

/// Negative if `a` has the lower score, or the same score and the earlier last use; 0 if both are equal; else positive.
[[nodiscard]] int compare_ranks(const DerivedRank& a, const DerivedRank& b);

/// Sets aged_until to `now` and marks the timer as not armed. Returns the previous aged_until, or 0 if period_ms
/// differs from that of the previous call.
LogTime age_until(DerivedHead& head, LogTime now, std::int64_t period_ms);

[[nodiscard]] std::string encode_head(const DerivedHead& head);
/// Errors: bad_state() if the row is damaged or has another format.
Result<DerivedHead> decode_head(std::string_view bytes);

/// Writes the version of the row format, then the rank.
void write_rank(ByteWriter& writer, const DerivedRank& rank);
/// Reads what write_rank() wrote; absent if the row is too short or has another format.
[[nodiscard]] std::optional<DerivedRank> read_rank(ByteReader& reader);

}  // namespace turnstream::evidence
