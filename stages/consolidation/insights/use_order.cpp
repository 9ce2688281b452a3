#include "stages/consolidation/insights/use_order.h"

#include "pipeline/base/byte_stream.h"
#include "stages/common/evidence/rows.h"
#include "stages/consolidation/insights/insight_labels.h"

namespace turnstream::consolidation {
namespace {

constexpr std::string_view kPrefix = "~iu/";

evidence::RowKey key_of(const Uuid& id, const model::Insight& insight) {
  const LogTime used = insight.last_accessed_at.value_or(insight.extracted_at);
  const std::uint64_t inverted = ~static_cast<std::uint64_t>(used.value());
  return evidence::row_key(kPrefix, inverted).append(id);
}

Result<UsedInsight> decode(std::string_view key, std::string_view row) {
  UsedInsight used;
  used.id = evidence::id_in_key(key);
  ByteReader reader(row);
  used.type = reader.u8() == 0 ? model::InsightType::kExtracted : model::InsightType::kMeta;
  used.extracted_at = LogTime{reader.i64()};
  if (!reader.ok()) {
    return evidence::bad_state("A row of the order in which insights were used is damaged.");
  }
  used.labels = std::string(row.substr(row.size() - reader.rest_size()));
  return used;
}

}  // namespace

void UseOrder::add(const Uuid& id, const model::Insight& insight, std::string_view labels) {
  if (labels.empty()) {
    return;
  }
  std::string row;
  ByteWriter(row).u8(insight.type == model::InsightType::kMeta ? 1 : 0).i64(insight.extracted_at.value());
  rows_.put(key_of(id, insight), row.append(labels));
}

void UseOrder::remove(const Uuid& id, const model::Insight& insight) {
  if (has_labels(insight)) {
    rows_.erase(key_of(id, insight));
  }
}

void UseOrder::change(const Uuid& id, const model::Insight& before, const model::Insight& after) {
  if (key_of(id, before) != key_of(id, after)) {
    remove(id, before);
    add(id, after, labels_of(after));
  }
}

Status UseOrder::each(std::size_t limit, const VisitUsed& visit) {
  Status damaged;
  TS_RETURN_IF_ERROR(rows_.scan(kPrefix, limit, [&](std::string_view key, std::string_view row) {
    const Result<UsedInsight> used = decode(key, row);
    if (!used.ok()) {
      damaged = used.error();
      return false;
    }
    return visit(*used);
  }));
  return damaged;
}

}  // namespace turnstream::consolidation
