#pragma once
// InsightForm: the insights of a persona as rows and changes (common/evidence/persona_table.h). Rows: `insights` (the head)
// and `insight/<id of 16 bytes>`. Threads: values; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/codec/stats.h"
#include "pipeline/model/insight.h"
#include "stages/common/evidence/persona_table.h"

namespace turnstream::consolidation {

struct InsightHead {
  std::int64_t count = 0;
  friend bool operator==(const InsightHead&, const InsightHead&) = default;
};

struct InsightForm {
  using Entry = model::Insight;
  using Head = InsightHead;
  static constexpr std::string_view kPrefix = "insight/";
  static constexpr std::string_view kKind = "insight";
  static constexpr std::string_view kHeadKey = "insights";
  static constexpr std::string_view kStatsId = "insights";

  static std::string encode(const Entry& insight);
  /// Errors: bad_state().
  static Result<Entry> decode(std::string_view row, std::string_view persona, const Uuid& id);
  static std::string encode_head(const Head& head);
  static Result<Head> decode_head(std::string_view row);
  static void report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const Entry& insight,
                     std::string_view row_before);
  static std::vector<codec::StatCounter> counters(const Head& head);
};

using InsightTable = evidence::PersonaTable<InsightForm>;

}  // namespace turnstream::consolidation
