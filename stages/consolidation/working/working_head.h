#pragma once
// WorkingHead: what working memory knows of a persona apart from its entries: counts, totals, the open pass, due times. Row
// `working`. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/base/result.h"
#include "pipeline/base/strong_type.h"
#include "pipeline/json/writer.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kWorkingKey = "working";

/// Why a pass runs.
enum class Trigger : std::uint8_t { kPressure, kCommand, kSelfTask };
[[nodiscard]] std::string_view name_of(Trigger trigger);

/// A pass: what it did so far.
struct Pass {
  Trigger trigger = Trigger::kPressure;
  LogTime opened_at;
  std::int64_t deleted = 0;
  std::int64_t slight =
      0;  ///< of the deleted ones: those that pass 1 kept, but of which no sentence is worth an insight
  std::int64_t extracted = 0;
  std::int64_t merged = 0;
  std::int64_t gone = 0;  ///< forgotten while a request held them
  std::int64_t fallbacks = 0;
  std::int64_t candidates = 0;       ///< of entries that the model was asked about
  std::int64_t model_ephemeral = 0;  ///< those that it called ephemeral
  [[nodiscard]] std::int64_t processed() const { return deleted + extracted + merged + gone; }
  friend bool operator==(const Pass&, const Pass&) = default;
};

/// A sweep on request: it continues until no entry is left that it means.
struct Sweep {
  Trigger trigger = Trigger::kCommand;
  std::uint64_t until = 0;  ///< entries with a lower number
  LogTime since;            ///< entries recorded from then on
  friend bool operator==(const Sweep&, const Sweep&) = default;
};

struct WorkingHead {
  std::int64_t waiting = 0;       ///< entries that no pass has handled
  std::uint64_t next_number = 0;  ///< of the next entry
  std::int64_t done = 0;          ///< consolidated entries that are known
  std::uint64_t next_done = 0;    ///< of the next consolidated entry
  std::int64_t total_consolidated = 0;
  std::int64_t total_ephemeral_deleted = 0;
  std::int64_t total_insights_extracted = 0;
  std::optional<LogTime> last_sweep;
  bool rests = false;            ///< the last pass left pressure at or below the threshold
  std::int64_t minor_shift = 0;  ///< what passes with a model added to the setting minor_importance
  std::optional<LogTime> sweep_due;
  std::optional<LogTime> oldest_done;  ///< when the oldest known consolidated entry was consolidated
  std::optional<Sweep> sweep;
  std::optional<Pass> pass;  ///< a pass whose requests are not all answered
  friend bool operator==(const WorkingHead&, const WorkingHead&) = default;
};

[[nodiscard]] std::string encode(const WorkingHead& head);
/// Errors: bad_state().
Result<WorkingHead> decode_working_head(std::string_view row);

/// min(1, waiting / entries_max) as a score.
[[nodiscard]] std::int64_t pressure_of(std::int64_t waiting, std::int64_t entries_max);

/// The members of the stats `working_memory` and of the member `stats` of a pass.
void write_stats(json::Writer& json, const WorkingHead& head, std::int64_t insights, std::int64_t entries_max);

}  // namespace turnstream::consolidation
