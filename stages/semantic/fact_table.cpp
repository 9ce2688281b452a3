#include "stages/semantic/fact_table.h"

#include <algorithm>
#include <utility>

#include "pipeline/codec/fact.h"

namespace turnstream::semantic {
namespace {

/// Reserved for the JSON of a fact, which can be longer: so it does not grow step by step.
constexpr std::size_t kJsonBytes = 2'048;

}  // namespace

void FactForm::report(stage_api::Effects& effects, std::string_view persona, const Uuid& id, const KeptFact& kept,
                      evidence::Before<KeptFact> before) {
  if (!kept.shown) {
    return;
  }
  const bool existed = before.entry != nullptr && before.entry->shown;
  if (existed && before.entry->fact == kept.fact) {
    return;  // Only fields that the change does not contain differ, so no change is reported.
  }
  std::string json;
  json.reserve(kJsonBytes);
  codec::append_fact(json, persona, id, kept.fact);
  effects.put(kKind, to_string(id), std::move(json), existed);
}

std::vector<codec::StatCounter> FactForm::counters(const Head& head) {
  return head.shown == 0 ? std::vector<codec::StatCounter>()
                         : std::vector<codec::StatCounter>{{"facts", head.shown}, {"current", head.current}};
}

void FactForm::count(Head& head, std::string_view row, int by) {
  const auto rank = decode_fact_rank(row);
  const bool shown = rank.ok() && rank->shown;
  head.shown += shown ? by : 0;
  head.current += shown && rank->current ? by : 0;
}

bool FactForm::is_reported(std::string_view row) {
  const auto rank = decode_fact_rank(row);
  return rank.ok() && rank->shown;
}

FactTable::FactTable(stage_api::PersonaContext& context)
    : PersonaTable(context),
      all(context.state(), std::string(kAllPrefix), head.all),
      weak(context.state(), std::string(kWeakPrefix), head.weak) {}

Result<std::optional<FactRank>> FactTable::rank_of(const ListedFact& listed) {
  std::optional<FactRank> rank;
  if (const auto found = touched().find(listed.id); found != touched().end()) {
    if (const auto& now = found->second.now; now.has_value()) {
      rank = FactRank{now->fact.current, now->shown, now->birth, now->fact.confidence, now->last_seen};
    }
  } else {
    TS_ASSIGN_OR_RETURN(const auto row, context().state().get(key(listed.id)));
    if (row.has_value()) {
      TS_ASSIGN_OR_RETURN(rank, decode_fact_rank(*row));
    }
  }
  return rank.has_value() && rank->birth == listed.birth ? rank : std::nullopt;
}

Result<std::optional<FactWords>> FactTable::words_of(const Uuid& id) {
  std::optional<FactWords> words;
  if (const auto found = touched().find(id); found != touched().end()) {
    if (const auto& now = found->second.now; now.has_value()) {
      words = FactWords{now->fact.text, now->words};
    }
    return words;
  }
  TS_ASSIGN_OR_RETURN(const auto row, context().state().get(key(id)));
  if (row.has_value()) {
    TS_ASSIGN_OR_RETURN(words, decode_fact_words(*row));
  }
  return words;
}

Result<std::vector<FactTurn>> FactTable::turned() const {
  const auto end_of = [](const Uuid& id, const model::Fact& fact) {
    return fact.current || !fact.validity.back().to.has_value()
               ? std::optional<NoteEnd>()
               : std::optional(NoteEnd{id, *fact.validity.back().to, fact.superseded_by});
  };
  std::vector<FactTurn> turned;
  for (const auto& [id, fact] : touched()) {
    if (!fact.now.has_value() || fact.now->notes.empty()) {
      continue;
    }
    std::optional<NoteEnd> before;
    if (!fact.row.empty()) {
      TS_ASSIGN_OR_RETURN(const FactRank rank, decode_fact_rank(fact.row));
      if (rank.current && fact.now->fact.current) {
        continue;
      }
      TS_ASSIGN_OR_RETURN(const KeptFact kept, decode_fact(fact.row));
      before = end_of(id, kept.fact);
    }
    if (std::optional<NoteEnd> end = end_of(id, fact.now->fact); end != before) {
      turned.push_back({id, fact.now->notes, std::move(end)});
    }
  }
  return turned;
}

KeptFact* FactTable::add(const Uuid& id, KeptFact kept) {
  kept.birth = ++head.born;
  unlisted_.push_back({id, kept.birth});
  ++head.facts;
  return PersonaTable::add(id, std::move(kept));
}

Status FactTable::show(const Uuid& id) {
  for (std::optional<Uuid> next = id; next.has_value();) {
    TS_ASSIGN_OR_RETURN(KeptFact * kept, find(*next));
    if (kept == nullptr || kept->shown) {
      break;
    }
    kept->shown = true;
    next = kept->fact.superseded_by;
  }
  return {};
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
