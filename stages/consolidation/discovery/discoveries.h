#pragma once
// Discoveries: what memories of different topics have to do with each other, as insights of type discovery. README.md has
// the rules. The stage calls take() with each record that has changes of upstream stages, what else the record asks for, and
// finish() before the parts topics and insights are finished. If the setting is off it reads no row, but for what is gone.
// Rows: those of contradiction.h. Lifetime: borrows what DiscoveryNeeds names, for one call of the stage. Threads: the
// caller's.

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pipeline/codec/effect_result.h"
#include "stages/consolidation/discovery/contradiction_rows.h"
#include "stages/consolidation/discovery/discovery_reply.h"
#include "stages/consolidation/discovery/discovery_request.h"
#include "stages/consolidation/discovery/grounds.h"
#include "stages/consolidation/discovery/settings.h"
#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/topics/topics.h"

namespace turnstream::consolidation {

struct DiscoveryNeeds {
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const ModelSettings& model;
  BlockedSentences& blocked;
  InsightBook& insights;
  OpenRequests& requests;
  Topics& topics;
};

class Discoveries {
 public:
  explicit Discoveries(const DiscoveryNeeds& needs);
  Discoveries(const Discoveries&) = delete;
  Discoveries& operator=(const Discoveries&) = delete;

  /// Notes what semantic superseded in this record, and removes what rests on the facts that it removed.
  Status take();
  /// A command asks for a pass. Skipped, with an event, if a request is open; nothing if the setting is off.
  Status sweep();
  /// The result of a request with purpose kDiscoveryPurpose, which is no longer open.
  Status answer(const OpenRequest& request, const codec::EffectResult& result);
  /// The request has waited too long, and is no longer open.
  Status expire(const OpenRequest& request);
  /// Removes what rests on what is forgotten. Call it behind the parts topics and insights.
  Status forget(Forgetting& forgetting);
  /// Makes a pass if a topic pass has ended in this call.
  Status finish();

 private:
  using Pair = ContradictionRows::Pair;
  Status let_go();
  Result<bool> is_told(const Contradiction& pair);
  Result<bool> has_open_request();
  Status pass();
  Status ask(const std::vector<model::Topic>& topics, const std::vector<Pair>& pairs);
  Status fall_back(const OpenRequest& request, const DiscoveryNote& note, std::string_view reason);
  void announce_fallback(const OpenRequest& request, const std::vector<std::string>& items, std::string_view reason);
  Result<std::optional<Shown>> shown_by(const DiscoveryNote& note);
  Result<std::vector<std::string>> usable(const std::vector<Discovered>& list, const Shown& shown,
                                          std::vector<std::string>& topics);
  /// Adds the insight if it says anything. `topics`: ids of those on which it rests, besides the facts of the pairs.
  Status add(model::Discovery said, const std::vector<Contradiction>& pairs, const std::vector<std::string>& topics,
             const model::Derivation& derived_by);
  Status forget_requests(const Forgetting& forgetting);

  DiscoveryNeeds needs_;
  const DiscoverySettings& settings_;
  ContradictionRows pairs_;
};

}  // namespace turnstream::consolidation
