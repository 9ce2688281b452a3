#pragma once
// The parts that the rows of every DerivedTable (skills, patterns) share: the head row (one for each persona) and the
// rank (the beginning of each memory's row). DerivedTable::age() and evict() decode no other part of the row of a
// memory that they keep unchanged. Threads: values; pure.

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
  RowListBounds list;            ///< the bounds of the RankList (rank_list.h)
  LogTime aged_until{0};         ///< age() has applied all idle periods that ended up to this time
  std::int64_t aged_by_ms = 0;   ///< the length of an idle period at the last call of age()
  std::optional<LogTime> timer;  ///< due time of the timer "idle"; absent: not armed
  friend bool operator==(const DerivedHead&, const DerivedHead&) = default;
};

/// The beginning of a memory's row. `score` is in millionths; `marked`: the skill is a capability, the pattern stated.
struct DerivedRank {
  std::int64_t score = 0;
  bool marked = false;
  LogTime last_used;
  std::int64_t idle_periods = 0;  ///< the idle periods since last_used for which the score has already decayed
  friend bool operator==(const DerivedRank&, const DerivedRank&) = default;
};

/// Compares score, then last_used: negative if that of `a` is lower, 0 if both are equal, else positive.
[[nodiscard]] int compare_ranks(const DerivedRank& a, const DerivedRank& b);

/// Sets aged_until to `now`, aged_by_ms to period_ms, and clears the timer's due time. Returns the previous aged_until,
/// or 0 if the previous aged_by_ms was another period.
LogTime age_until(DerivedHead& head, LogTime now, std::int64_t period_ms);

[[nodiscard]] std::string encode_head(const DerivedHead& head);
/// Errors: bad_state() if the bytes do not have the format of encode_head().
Result<DerivedHead> decode_head(std::string_view bytes);

/// Writes the version of the row format, then the rank.
void write_rank(ByteWriter& writer, const DerivedRank& rank);
/// Reads what write_rank() wrote; absent if the row is too short or has another format version.
[[nodiscard]] std::optional<DerivedRank> read_rank(ByteReader& reader);

}  // namespace turnstream::evidence
