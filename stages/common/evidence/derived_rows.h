#pragma once
// The parts of a derived thing's rows that are alike whatever it is: the head, one a persona, and the rank, with which
// each thing's own row begins, so that walks over all of them need not read the rest. Threads: values; pure.

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
  std::int64_t marked = 0;       ///< how many of them have the mark that their stage counts: capabilities, …
  RowListBounds list;            ///< of their ranks
  LogTime aged_until{0};         ///< all of idle time's boundaries until then have been minded,
  std::int64_t aged_by_ms = 0;   ///< for periods of this length
  std::optional<LogTime> timer;  ///< when it is due, if it is armed
  friend bool operator==(const DerivedHead&, const DerivedHead&) = default;
};

/// What decides whether a thing decays, retires or has to leave.
struct DerivedRank {
  std::int64_t score = 0;
  bool marked = false;
  LogTime last_used;
  std::int64_t idle_periods = 0;  ///< since then, that the score has been worn down by
  friend bool operator==(const DerivedRank&, const DerivedRank&) = default;
};

/// By score, then by the last use: below 0 if `a` is less, above 0 if it is more.
[[nodiscard]] int compare_ranks(const DerivedRank& a, const DerivedRank& b);

/// Notes that idle time is minded until `now`, and that no timer is armed. Returns to when it was minded before: never,
/// if periods were of another length.
LogTime age_until(DerivedHead& head, LogTime now, std::int64_t period_ms);

[[nodiscard]] std::string encode_head(const DerivedHead& head);
/// Errors: bad_state().
Result<DerivedHead> decode_head(std::string_view bytes);

/// Writes the row's format too.
void write_rank(ByteWriter& writer, const DerivedRank& rank);
/// Absent if the row is too short, or of another format.
[[nodiscard]] std::optional<DerivedRank> read_rank(ByteReader& reader);

}  // namespace turnstream::evidence
