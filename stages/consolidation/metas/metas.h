#pragma once
// Metas: insights of insights. Once a day, if enough insights are new, it makes meta-insights of those that belong together:
// by their tags or, if there is a model, as it answers. README.md has the rules. The stage calls what the record asks
// for, then finish(), which sets the timer "metas" in the head of the insights, before InsightBook::finish(). Lifetime:
// borrows what MetaNeeds names, for one call of the stage. Threads: the caller's.

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/codec/effect_result.h"
#include "stages/consolidation/insights/insight_book.h"
#include "stages/consolidation/metas/meta_reply.h"
#include "stages/consolidation/metas/meta_request.h"
#include "stages/consolidation/metas/settings.h"
#include "stages/consolidation/requests/open_requests.h"
#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kMetasTimer = InsightForm::kTimer;

struct MetaNeeds {
  const stage_api::Input& input;
  stage_api::PersonaContext& context;
  const ModelSettings& model;
  Speech& speech;
  InsightBook& insights;
  OpenRequests& requests;
};

class Metas {
 public:
  explicit Metas(const MetaNeeds& needs);
  Metas(const Metas&) = delete;
  Metas& operator=(const Metas&) = delete;

  /// The timer fired: makes a pass if one is due.
  Status fire();
  /// A command asks for a pass now, over insights that were extracted from `since` on. Skipped, with an event, if a request
  /// is open.
  Status sweep(LogTime since);
  /// The result of a request with purpose kMetaPurpose, which is no longer open.
  Status answer(const OpenRequest& request, const codec::EffectResult& result);
  /// The request has waited too long, and is no longer open.
  Status expire(const OpenRequest& request);
  /// Cancels a request that shows what is forgotten. Call it behind InsightBook::forget().
  Status forget(const Forgetting& forgetting);
  void finish();

 private:
  [[nodiscard]] LogTime due() const;
  Result<bool> has_open_request();
  Status pass(LogTime since);
  Status make_by_rules(std::span<const model::Insight> insights, const model::Derivation& derived_by);
  Status fall_back(const OpenRequest& request, std::string_view reason);
  Status apply(const OpenRequest& request, const MetaReply& reply);
  /// Adds the meta, which has its sources, summary and tags, and removes those whose sources it has. Nothing is added if
  /// it is known, a known one has all its sources, or a sentence of it is blocked.
  Status keep(model::Insight meta, const model::Derivation& derived_by);
  Result<std::vector<model::Insight>> metas_with_sources_of(const model::Insight& meta);
  /// Those of the ids that exist, in order.
  Result<std::vector<model::Insight>> existing(std::span<const std::string> ids);
  void announce_fallback(const OpenRequest& request, std::span<const std::string> items, std::string_view reason) const;

  MetaNeeds needs_;
  const MetaSettings& settings_;
};

}  // namespace turnstream::consolidation
