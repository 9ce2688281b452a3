#pragma once
// UseOrder: the insights of a persona that are of type extracted or meta, in the order of their last use, so that the last
// used ones are found without reading all. The time of the last use is last_accessed_at, else extracted_at. Rows:
// `~iu/<time, 8 bytes big-endian, its bits inverted><id>`, with the type, extracted_at and the labels (insight_labels.h).
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <functional>
#include <string>
#include <string_view>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/insight.h"
#include "pipeline/stage_api/stage.h"

namespace turnstream::consolidation {

struct UsedInsight {
  Uuid id{};
  model::InsightType type = model::InsightType::kExtracted;
  LogTime extracted_at;
  std::string labels;
};
/// Returns false to end the walk.
using VisitUsed = std::function<bool(const UsedInsight& insight)>;

class UseOrder {
 public:
  explicit UseOrder(stage_api::StateView& rows) : rows_(rows) {}

  /// `labels`: labels_of() the insight.
  void add(const Uuid& id, const model::Insight& insight, std::string_view labels);
  void remove(const Uuid& id, const model::Insight& insight);
  /// Moves the insight if `after` was used at another time than `before`.
  void change(const Uuid& id, const model::Insight& before, const model::Insight& after);
  /// Visits at most `limit` insights, the last used first, and those of one time by id.
  Status each(std::size_t limit, const VisitUsed& visit);

 private:
  stage_api::StateView& rows_;
};

}  // namespace turnstream::consolidation
