#pragma once
// InsightIndex: how insights are found without reading all of them: by an equal or a similar summary, by a source, its turn
// or its session, and the least important first. Rows:
//   insight_near/…        marks of summaries (near_texts.h)
//   ~ia/…                 insights in the order in which the persona got them, with hashes of their sources (made_rows.h)
//   ~is/<hash><id>        an empty row for each source of an insight that rests on memories: these are looked up often
//   ~ir/<rank><id>        the labels of each insight (insight_labels.h); the rank is the importance (4 bytes) and the time
//                         of the last use (8 bytes), both big-endian
//   ~iu/…                 insights in the order of their last use (use_order.h)
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/insight.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/insights/insight_labels.h"
#include "stages/consolidation/insights/made_rows.h"
#include "stages/consolidation/insights/near_texts.h"
#include "stages/consolidation/insights/use_order.h"
#include "stages/consolidation/records/age.h"

namespace turnstream::consolidation {

/// Whether its sources are derived memories. These have no turn, so that a `forget` finds it only through them.
[[nodiscard]] inline bool rests_on_memories(const model::Insight& insight) {
  return insight.type == model::InsightType::kMeta || insight.type == model::InsightType::kDiscovery;
}

/// What a source names.
enum class SourcePart : char { kItem = 'i', kTurn = 't', kSession = 's' };

class InsightIndex {
 public:
  /// `similarity`: the Jaccard index from which two summaries can be merged, in millionths.
  InsightIndex(stage_api::StateView& rows, std::int64_t similarity);

  /// `sketch`: of the summary of an extracted one.
  Status add(const Uuid& id, const model::Insight& insight, const NearTexts::Sketch& sketch);
  Status remove(const Uuid& id, const model::Insight& insight);
  /// Lists the insight again where `after` differs. The summary of an extracted one stays the same.
  Status change(const Uuid& id, const model::Insight& before, const model::Insight& after);

  /// Those of type extracted whose summary is equal or similar.
  NearTexts& near() { return near_; }
  /// The insights that have a source with this item, turn or session, in order of id. Hashes can collide: compare the sources.
  /// Reads a row for about 32 insights, in a call once.
  Result<std::vector<Uuid>> with_source(SourcePart part, std::string_view text);
  /// Those of them that rest on memories, of which one has this id. Reads no other row.
  Result<std::vector<Uuid>> with_memory(std::string_view id);
  /// The first insights in the order in which they leave: least important, then longest unused, then id.
  Result<std::vector<Uuid>> least(std::size_t count);
  /// Up to `count` insights that the filter may accept, in the opposite order: the most important first. Reads the ranks of
  /// those that are as important as what it finds, of all if it finds fewer.
  Result<std::vector<Uuid>> most(std::size_t count, const LabelFilter& filter);
  /// The oldest insights of the persona that the limit names.
  Result<OldestFirst> oldest(const AgeLimit& limit) { return made_.oldest(limit); }
  UseOrder& by_use() { return by_use_; }
  /// Writes the rows that changed. Call it last.
  void finish();

 private:
  stage_api::StateView& rows_;
  NearTexts near_;
  MadeRows made_;
  UseOrder by_use_;
};

}  // namespace turnstream::consolidation
