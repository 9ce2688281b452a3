#include <algorithm>

#include "stages/consolidation/insights/insight_book.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kForgottenAtOnce = 1000;

}  // namespace

Status InsightBook::forget(Forgetting& forgetting) {
  if (forgetting.args().all) {
    return forget_all(forgetting);
  }
  if (forgetting.args().session_id.has_value()) {
    TS_RETURN_IF_ERROR(forget_found(SourcePart::kSession, *forgetting.args().session_id, forgetting));
  }
  // Each insight that is removed adds its id at the end, so that what rests on it is found in a later round.
  for (std::size_t i = 0; i < forgetting.ids().size(); ++i) {
    const std::string id = forgetting.ids()[i];
    if (const auto uuid = parse_uuid(id); uuid.has_value()) {
      TS_RETURN_IF_ERROR(forget_one(*uuid, forgetting));
    }
    TS_RETURN_IF_ERROR(forget_found(SourcePart::kItem, id, forgetting));
    TS_RETURN_IF_ERROR(forget_found(SourcePart::kTurn, id, forgetting));
  }
  return {};
}

Status InsightBook::forget_found(SourcePart part, const std::string& text, Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> found, index_.with_source(part, text));
  for (const Uuid& id : found) {
    TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, table_.snapshot(id));
    if (insight.has_value() && forgetting.covers(insight->sources)) {
      TS_RETURN_IF_ERROR(forget_one(id, forgetting));
    }
  }
  return {};
}

Status InsightBook::forget_one(const Uuid& id, Forgetting& forgetting) {
  TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, table_.snapshot(id));
  if (!insight.has_value()) {
    return {};
  }
  std::vector<std::string> ids{insight->id};
  for (const model::SourceView source : insight->sources) {
    for (const std::string_view one : {source.id, source.turn_id}) {
      if (std::find(ids.begin(), ids.end(), one) == ids.end()) {
        ids.emplace_back(one);
      }
    }
  }
  TS_RETURN_IF_ERROR(blocked_.add(insight->summary, ids, forgetting.salt()));
  TS_RETURN_IF_ERROR(remove(id));
  forgetting.add(insight->id);
  return {};
}

Status InsightBook::forget_all(Forgetting& forgetting) {
  while (table_.head.count > 0) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> some, index_.least(kForgottenAtOnce));
    if (some.empty()) {
      return evidence::bad_state("The order of the insights lacks some of them.");
    }
    for (const Uuid& id : some) {
      TS_RETURN_IF_ERROR(remove(id));
      forgetting.add(to_string(id));
    }
  }
  return {};
}

}  // namespace turnstream::consolidation
