#pragma once
// InsightBook: the insights of a persona during one call of the stage. It merges a new insight with one that says the same,
// counts accesses, forgets, and keeps at most insights_max. finish() writes rows and changes, and the event of each insight
// that is new. Lifetime: borrows all arguments of the constructor, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "pipeline/model/command_args.h"
#include "pipeline/model/insight.h"
#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/insights/insight_index.h"
#include "stages/consolidation/insights/insight_table.h"
#include "stages/consolidation/insights/settings.h"
#include "stages/consolidation/records/forgetting.h"
#include "stages/consolidation/speech/blocked_sentences.h"

namespace turnstream::consolidation {

/// What became of an insight that was offered.
enum class Acceptance {
  kAdded,
  kMerged,   ///< a known insight says the same, and has its sources now
  kBlocked,  ///< a sentence of it was forgotten
};

/// Whether the insight has a source with this id.
[[nodiscard]] bool rests_on(const model::Insight& insight, std::string_view source_id);

class InsightBook {
 public:
  InsightBook(const stage_api::Input& input, stage_api::PersonaContext& context, const InsightSettings& settings,
              BlockedSentences& blocked);
  InsightBook(const InsightBook&) = delete;
  InsightBook& operator=(const InsightBook&) = delete;

  Status load() { return table_.load(); }

  struct Taken {
    Acceptance acceptance = Acceptance::kBlocked;
    Uuid id{};  ///< of the insight that has the text now; zero if it is blocked
  };
  /// Takes an insight of type extracted. The book fills in id (from the sources), persona, extracted_at and log. An insight
  /// with equal or related summary keeps its text: it gets the sources, the higher importance and confidence, and the
  /// event consolidation/merge tells. Summaries with different names before them are never related.
  Result<Taken> take(model::Insight insight);
  /// Adds an insight of another type as it is; its id is set. Returns false and changes nothing if the id is known or a
  /// sentence is blocked.
  Result<bool> add(model::Insight insight);
  /// A copy of the insight as it is now; absent if there is none.
  Result<std::optional<model::Insight>> find(const Uuid& id) { return table_.snapshot(id); }
  /// Gives a known insight of type shared the summary, importance, tags and confidence of `insight`, or removes it
  /// if a sentence of the new summary is blocked.
  Status update_shared(const model::Insight& insight);
  Status remove(const Uuid& id);
  /// Up to `count` insights that the filter may accept, the most important first.
  Result<std::vector<Uuid>> most_important(std::size_t count, const LabelFilter& filter) {
    return index_.most(count, filter);
  }

  /// Visits insights of type extracted and meta, the last used first (use_order.h).
  Status each_used(std::size_t limit, const VisitUsed& visit) { return index_.by_use().each(limit, visit); }
  /// The insights that rest on memories and may have this one as a source: compare their sources.
  Result<std::vector<Uuid>> resting_on(std::string_view memory_id) { return index_.with_memory(memory_id); }

  /// Counts the accesses of those ids that are insights.
  Status access(const model::AccessArgs& args);
  /// Removes the insights that the command names or that rest on what is gone, until nothing more does, and blocks their
  /// sentences (not if it names all).
  Status forget(Forgetting& forgetting);
  /// Removes the insights with this source, of a memory that forgetting changed, and what rests on them.
  Status forget_resting_on(const std::string& source_id, Forgetting& forgetting);

  /// Removes insights because of their age, and what rests on them.
  Result<Retired> retire(const AgeLimit& limit);
  /// Removes the metas and discoveries with this source, and what rests on them. Their ids are added to `removed`.
  Status remove_resting_on(const std::string& source_id, std::vector<std::string>& removed);

  /// Drops what exceeds insights_max, and what rests on it, writes rows, changes and events. Call it last.
  Status finish();

  [[nodiscard]] std::int64_t count() const { return table_.head.count; }
  /// Kept with the count, so that a record on which no pass is due reads no row for it.
  MetaClock& meta_clock() { return table_.head.metas; }
  std::optional<LogTime>& meta_timer() { return table_.head.timer; }
  /// What this call added and removed so far, in this order. An id can be in both.
  [[nodiscard]] const std::vector<Uuid>& added() const { return added_; }
  [[nodiscard]] const std::vector<Uuid>& removed() const { return removed_; }

 private:
  /// The insight whose summary is equal in normal form.
  Result<std::optional<Uuid>> find_equal(const model::Insight& insight, const NearTexts::Place& place);
  /// The most similar one of the candidates that is of the same speakers, if it is similar enough. `hashes`:
  /// evidence::word_hashes() of the insight's summary.
  Result<std::optional<Uuid>> most_similar(const model::Insight& insight, const std::vector<std::uint64_t>& hashes,
                                           const std::vector<Uuid>& candidates);
  Status merge_into(const Uuid& kept, const model::Insight& insight);
  /// `sketch`: of the summary of an extracted one.
  Status insert(const Uuid& id, model::Insight insight, const NearTexts::Sketch& sketch);
  Status forget_one(const Uuid& id, Forgetting& forgetting);
  Status block(const model::Insight& insight, const std::string& salt);
  Status forget_all(Forgetting& forgetting);
  Status forget_found(SourcePart part, const std::string& text, Forgetting& forgetting);
  Status drop_excess();
  /// The insights that this call added, as JSON by id.
  using Shown = std::map<Uuid, std::string>;
  Result<Shown> announce_added();

  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  const InsightSettings& settings_;
  BlockedSentences& blocked_;
  InsightTable table_;
  InsightIndex index_;
  std::vector<Uuid> added_;
  std::vector<Uuid> removed_;
};

}  // namespace turnstream::consolidation
