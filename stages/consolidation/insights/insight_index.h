#pragma once
// InsightIndex: how insights are found without reading all of them: by an equal or a similar summary, by a source, its turn
// or its session, and the least important first. Rows:
//   insight_text/<hash>   the id of the insight with this normalised summary, and the same user
//   insight_word/<hash>   insights listed under a word (common/evidence/text_index.h)
//   insight_set/<id>      hashes of the words of its summary, so that few candidates need to be read
//   ~is/<key><id>         an empty row for each source id, turn id and session of each insight; the key is a letter (i, t,
//                         s) and a hash of 8 bytes
//   ~ir/<rank><id>        the labels of each insight (insight_labels.h); the rank is the importance (4 bytes) and the time
//                         of the last use (8 bytes), both big-endian
//   ~ia/<made><id>        an empty row for each insight, in the order in which the persona got them (records/age.h)
//   ~iu/…                 insights in the order of their last use (use_order.h)
// Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/uuid5.h"
#include "pipeline/model/insight.h"
#include "pipeline/stage_api/stage.h"
#include "stages/common/evidence/text_index.h"
#include "stages/consolidation/insights/insight_labels.h"
#include "stages/consolidation/insights/use_order.h"
#include "stages/consolidation/records/age.h"

namespace turnstream::consolidation {

/// What a source names.
enum class SourcePart : char { kItem = 'i', kTurn = 't', kSession = 's' };

class InsightIndex {
 public:
  /// `similarity`: the Jaccard index from which two summaries can be merged, in millionths.
  InsightIndex(stage_api::StateView& rows, std::int64_t similarity);

  /// `words`: index_words() of the summary; only those of an extracted one are listed.
  Status add(const Uuid& id, const model::Insight& insight, const std::vector<std::string>& words);
  Status remove(const Uuid& id, const model::Insight& insight);
  /// Lists the insight again where `after` differs. The summary of an extracted one stays the same.
  void change(const Uuid& id, const model::Insight& before, const model::Insight& after);

  /// The insight whose summary and user have the same hash. Hashes can collide: compare the summaries.
  Result<std::optional<Uuid>> equal(const model::Insight& insight);
  /// At most eight insights that may have a similar summary. `words`: index_words() of the summary.
  Result<std::vector<Uuid>> similar(const std::vector<std::string>& words);
  /// The insights that have a source with this item, turn or session. Hashes can collide: compare the sources.
  Result<std::vector<Uuid>> with_source(SourcePart part, std::string_view text);
  /// The first insights in the order in which they leave: least important, then longest unused, then id.
  Result<std::vector<Uuid>> least(std::size_t count);
  /// Up to `count` insights that the filter may accept, in the opposite order: the most important first. Reads the ranks of
  /// those that are as important as what it finds, of all if it finds fewer.
  Result<std::vector<Uuid>> most(std::size_t count, const LabelFilter& filter);
  /// The oldest insights of the persona that the limit names.
  Result<OldestFirst> oldest(const AgeLimit& limit);
  UseOrder& by_use() { return by_use_; }

 private:
  Result<bool> may_be_similar(const Uuid& id, const std::vector<std::uint32_t>& set);

  stage_api::StateView& rows_;
  std::int64_t similarity_;
  evidence::TextIndex words_;
  UseOrder by_use_;
};

}  // namespace turnstream::consolidation
