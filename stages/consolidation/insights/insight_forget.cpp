#include <algorithm>

#include "stages/consolidation/insights/insight_book.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kForgottenAtOnce = 1000;

std::vector<std::string> texts_of(const model::Insight& insight) {
  std::vector<std::string> texts{insight.summary};
  const model::Discovery said = insight.discovery.value_or(model::Discovery{});
  for (const auto* list : {&said.connections, &said.contradictions, &said.open_questions}) {
    texts.insert(texts.end(), list->begin(), list->end());
  }
  return texts;
}

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
  // The sentences of a meta-insight or discovery are those of its sources: what is not forgotten may be written again.
  const std::vector<std::string>& named = forgetting.args().ids;
  if (!rests_on_memories(*insight) || std::find(named.begin(), named.end(), insight->id) != named.end()) {
    TS_RETURN_IF_ERROR(block(*insight, forgetting.salt()));
  }
  TS_RETURN_IF_ERROR(remove(id));
  forgetting.add(insight->id);
  return {};
}

Status InsightBook::block(const model::Insight& insight, const std::string& salt) {
  std::vector<std::string> ids{insight.id};
  for (const model::SourceView source : insight.sources) {
    for (const std::string_view one : {source.id, source.turn_id}) {
      if (std::find(ids.begin(), ids.end(), one) == ids.end()) {
        ids.emplace_back(one);
      }
    }
  }
  for (const std::string& text : texts_of(insight)) {
    TS_RETURN_IF_ERROR(blocked_.add(text, ids, salt));
  }
  return {};
}

Status InsightBook::forget_resting_on(const std::string& source_id, Forgetting& forgetting) {
  std::vector<std::string> sources{source_id};
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::string source = sources[i];
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> found, resting_on(source));
    for (const Uuid& id : found) {
      TS_ASSIGN_OR_RETURN(const std::optional<model::Insight> insight, table_.snapshot(id));
      if (insight.has_value() && rests_on(*insight, source)) {
        TS_RETURN_IF_ERROR(forget_one(id, forgetting));
        sources.push_back(insight->id);
      }
    }
  }
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
