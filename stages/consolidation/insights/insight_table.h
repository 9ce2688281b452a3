#pragma once
// InsightForm: the insights of a persona as rows and changes (common/evidence/persona_table.h). Rows: `insights` (the head)
// and `insight/<id of 16 bytes>`. Threads: values; pure.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/codec/stats.h"
#include "pipeline/model/insight.h"
#include "stages/common/evidence/persona_table.h"

namespace turnstream::consolidation {

/// When the next pass over insights can make meta-insights (metas/metas.h).
struct MetaClock {
  std::int64_t fresh = 0;  ///< insights of type extracted that came since the last pass
  LogTime since{0};        ///< of the last pass; before the first one, of the first insight
  friend bool operator==(const MetaClock&, const MetaClock&) = default;
};

struct InsightHead {
  std::int64_t count = 0;
  MetaClock metas;
  std::optional<LogTime> timer;  ///< due time of the timer "metas"; absent: not armed
  friend bool operator==(const InsightHead&, const InsightHead&) = default;
};

struct InsightForm {
  using Entry = model::Insight;
  using Head = InsightHead;
  static constexpr std::string_view kPrefix = "insight/";
  static constexpr std::string_view kKind = "insight";
  static constexpr std::string_view kHeadKey = "insights";
  static constexpr std::string_view kStatsId = "insights";
  static constexpr std::string_view kTimer = "metas";

  static std::string encode(const Entry& insight);
  /// Errors: bad_state().
  static Result<Entry> decode(std::string_view row, std::string_view persona, const Uuid& id);
  static std::string encode_head(const Head& head);
  static Result<Head> decode_head(std::string_view row);
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const Entry& insight,
                     evidence::Before<Entry> before);
  static std::vector<codec::StatCounter> counters(const Head& head);
};

using InsightTable = evidence::PersonaTable<InsightForm>;

}  // namespace turnstream::consolidation
