#include "stages/semantic/fact_table.h"

#include <algorithm>
#include <utility>

#include "pipeline/codec/fact.h"

namespace turnstream::semantic {

void FactForm::report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const KeptFact& kept,
                      evidence::Before<KeptFact> before) {
  if (before.entry != nullptr && before.entry->fact == kept.fact) {
    return;  // Only fields that the change does not contain differ, so no change is reported.
  }
  std::string json;
  codec::append_fact(json, persona, id, kept.fact);
  effects.put(kKind, to_string(id), std::move(json), before.existed);
}

std::vector<codec::StatCounter> FactForm::counters(const Head& head) {
  return head.facts == 0 ? std::vector<codec::StatCounter>()
                         : std::vector<codec::StatCounter>{{"facts", head.facts}, {"current", head.current}};
}

void FactForm::count(Head& head, std::string_view row, int by) {
  const auto rank = decode_fact_rank(row);
  head.current += rank.ok() && rank->current ? by : 0;
}

FactTable::FactTable(stage_api::PersonaContext& context)
    : PersonaTable(context),
      all(context.state(), std::string(kAllPrefix), head.all),
      weak(context.state(), std::string(kWeakPrefix), head.weak) {}

Result<std::optional<FactRank>> FactTable::rank_of(const ListedFact& listed) {
  std::optional<FactRank> rank;
  if (const auto found = touched().find(listed.id); found != touched().end()) {
    if (const auto& now = found->second.now; now.has_value()) {
      rank = FactRank{now->fact.current, now->birth, now->fact.confidence, now->last_seen};
    }
  } else {
    TS_ASSIGN_OR_RETURN(const auto row, context().state().get(key(listed.id)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(rank, decode_fact_rank(*row));
    }
  }
  return rank.has_value() && rank->birth == listed.birth ? rank : std::nullopt;
}

KeptFact* FactTable::add(const Uuid& id, KeptFact kept) {
  kept.birth = ++head.born;
  unlisted_.push_back({id, kept.birth});
  ++head.facts;
  return PersonaTable::add(id, std::move(kept));
}

Status FactTable::remove(const Uuid& id) {
  --head.facts;
  return PersonaTable::remove(id);
}

Status FactTable::list_new() {
  return all.append(std::exchange(unlisted_, {}));
}

void FactTable::wake_at(LogTime due) {
  head.timer = std::min(due, head.timer.value_or(due));
}

Status FactTable::finish() {
  TS_RETURN_IF_ERROR(list_new());
  write_rows([](const KeptFact&) {});
  if (head.facts == 0) {
    all.clear();
    weak.clear();
    head.born = 0;
    head.timer.reset();
  }
  return write_head();
}

}  // namespace turnstream::semantic
