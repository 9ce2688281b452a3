#pragma once
// Passes: what consolidation does with waiting entries, oldest first. Pass 1 drops what is ephemeral. The rest becomes
// insights: by rules, or, with a model, by its answers to requests of up to model_batch_size entries each. A pass closes
// when nothing of it is open; its event tells the sums. Lifetime: borrows all members, for one call of the stage. Threads:
// the caller's.

#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/requests/model_settings.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/speech/blocked_sentences.h"
#include "stages/consolidation/working/entry_store.h"
#include "stages/consolidation/working/settings.h"
#include "stages/consolidation/working/working_head.h"

namespace turnstream::consolidation {

/// What a pass works with.
struct PassParts {
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const WorkingSettings& settings;
  const ModelSettings& model;
  WorkingHead& head;
  EntryStore& entries;
  InsightBook& insights;
  OpenRequests& requests;
  BlockedSentences& blocked;
};

/// A pass that has ended, for its event.
struct ClosedPass {
  Pass pass;
  LogTime closed_at;
  bool dry_run = false;
};

class Passes {
 public:
  explicit Passes(PassParts parts) : parts_(parts) {}

  /// Runs a pass over the places. `asks`: whether the model may be asked. Precondition: if it may, no pass is open.
  Status run(Trigger trigger, const std::vector<Place>& places, bool asks);
  /// Makes the insight of rules, or drops the entry if rules say so. Counts it in the pass.
  Status extract(Pass& pass, const Place& place, const Entry& entry);
  /// Makes an insight of the entry's first characters, because the model gave none. Counts it in the pass.
  Status fall_back(Pass& pass, const Place& place, const Entry& entry, const OpenRequest& request);
  /// Offers the insight and consolidates the entry, or drops it if the insight is blocked. Counts it in the pass.
  Status accept(Pass& pass, const Place& place, const Entry& entry, model::Insight insight);
  /// Ends a pass: totals, last_sweep, the adapted threshold.
  void close(const Pass& pass);
  [[nodiscard]] const std::vector<ClosedPass>& closed() const { return closed_; }

 private:
  [[nodiscard]] bool is_ephemeral(const Entry& entry) const;
  Status plan(Pass& pass, const std::vector<Place>& places);
  Status ask(Pass& pass, const std::vector<std::pair<Place, Entry>>& candidates);
  void adapt(const Pass& pass);

  PassParts parts_;
  std::vector<ClosedPass> closed_;
};

/// The insight of the entry without its text: source, domain, importance, tags.
[[nodiscard]] model::Insight insight_of(const Place& place, const Entry& entry);

}  // namespace turnstream::consolidation
