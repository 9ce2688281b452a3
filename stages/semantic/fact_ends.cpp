#include "stages/semantic/fact_ends.h"

#include <utility>
#include <vector>

#include "stages/semantic/claim_forms.h"
#include "stages/semantic/relations.h"

namespace turnstream::semantic {

Result<std::optional<std::string>> FactEnds::slot_in_use(const Uuid& id, const model::Fact& fact) {
  if (!fact.relation.empty()) {
    if (auto slot = slot_of(statement_of(fact), fact.user.id); slot.has_value()) {
      return slot;
    }
  }
  TS_ASSIGN_OR_RETURN(std::optional<Told> told, told_.find(id));
  return told.has_value() && !told->slots.empty() ? std::optional(std::move(told->slots.front())) : std::nullopt;
}

Status FactEnds::close(const Uuid& id, const std::optional<Uuid>& by, EventTime at, const model::Source& turn) {
  TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
  if (kept == nullptr) {
    return {};
  }
  const bool held = kept->fact.current;
  TS_RETURN_IF_ERROR(end(id, *kept, by, at));
  if (kept->fact.current || kept->fact.superseded_by.has_value()) {
    return {};
  }
  if (held) {
    kept->ended_by.clear();
  }
  const bool again = !kept->ended_by.empty() && at >= kept->fact.validity.back().from;
  if (held || again) {
    add_end(kept->ended_by, {turn, at});
  }
  return {};
}

Status FactEnds::end(const Uuid& id, KeptFact& kept, const std::optional<Uuid>& by, EventTime at) {
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, slot_in_use(id, kept.fact));
  std::optional<Told> of_successor;
  if (by.has_value()) {
    TS_ASSIGN_OR_RETURN(of_successor, told_.find(*by));
  }
  if (slot.has_value() && !(of_successor.has_value() && of_successor->stand_in(*slot))) {
    return timelines_.change(*slot, [&](Timeline& timeline) { semantic::end(timeline, at, id); });
  }
  if (slot.has_value()) {
    told_.put(*by, *of_successor);
    TS_RETURN_IF_ERROR(kept.shown ? facts_.show(*by) : Status());
    return timelines_.say(*slot, at, *by);
  }
  const bool open = !kept.fact.validity.back().to.has_value();
  if (kept.fact.current && open && at >= kept.last_said) {
    kept.fact.validity.back().to = at;
    kept.fact.current = false;
    if (of_successor.has_value() && of_successor->replaced.size() < kReplacedMax) {
      kept.fact.superseded_by = by;
      of_successor->replaced.push_back(id);
      told_.put(*by, *of_successor);
      TS_RETURN_IF_ERROR(kept.shown ? facts_.show(*by) : Status());
    }
  }
  return {};
}

void hold_again(model::Fact& fact) {
  fact.validity.back().to.reset();
  fact.current = true;
}

Status FactEnds::unsay(const Uuid& id, const std::function<bool(model::SourceView source)>& forgotten) {
  TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
  const std::size_t said = kept->ended_by.size();
  std::erase_if(kept->ended_by, [&forgotten](const EndSaid& end) { return forgotten(end.source); });
  model::Fact& fact = kept->fact;
  const bool changed = kept->ended_by.size() != said;
  if (!changed || fact.current || fact.superseded_by.has_value() || !fact.validity.back().to.has_value()) {
    return {};
  }
  const EventTime at = *fact.validity.back().to;
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, slot_in_use(id, fact));
  if (slot.has_value()) {
    TS_RETURN_IF_ERROR(timelines_.change(*slot, [&](Timeline& timeline) { unsay_end(timeline, at, id); }));
  } else {
    hold_again(fact);
  }
  for (const EndSaid& left : kept->ended_by) {
    TS_RETURN_IF_ERROR(end(id, *kept, std::nullopt, left.at));
  }
  return {};
}

}  // namespace turnstream::semantic
