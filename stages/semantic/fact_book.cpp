#include "stages/semantic/fact_book.h"

#include <algorithm>

#include "pipeline/base/hash64.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/source_list.h"
#include "stages/semantic/claim_forms.h"
#include "stages/semantic/fact_upkeep.h"
#include "stages/semantic/relations.h"

namespace turnstream::semantic {

FactBook::FactBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
                   FactTable& facts)
    : input_(input),
      context_(context),
      settings_(settings),
      facts_(facts),
      gone_(context.state(), facts.head),
      texts_(context.state(), facts, settings.merge_similarity),
      told_(context.state()),
      timelines_(context, facts) {
  if (input.turn != nullptr) {
    sources_.emplace(*input.turn);
  }
}

Status FactBook::apply(const Claim& claim) {
  if (claim.statement.relation.empty()) {
    const auto said = apply_text(claim);
    return said.ok() ? Status() : Status(said.error());
  }
  if (claim.call.has_value()) {
    return apply_call(claim);
  }
  return claim.statement.ended ? apply_end(claim) : apply_statement(claim);
}

/// A failure that calls with different inputs have is ended by none of them.
Status FactBook::apply_call(const Claim& claim) {
  const std::vector<change::Topic> call{change::Topic{*claim.call}};
  if (claim.statement.ended) {
    if (facts_.head.facts == 0) {
      return {};
    }
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> failures, told_.candidates({}, call));
    for (const Uuid& failure : failures) {
      TS_RETURN_IF_ERROR(close(failure, std::nullopt));
    }
    return {};
  }
  TS_RETURN_IF_ERROR(apply_statement(claim));
  const Uuid id = id_of(context_.persona(), claim);
  TS_ASSIGN_OR_RETURN(const KeptFact* kept, facts_.find(id));
  if (kept == nullptr) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::optional<Told> told, told_.find(id));
  if (told.has_value() && told->topics != call) {
    TS_RETURN_IF_ERROR(told_.remove(id, {}));
    told_.put(id, {});
    return {};
  }
  return told_.add(id, {}, call);
}

Status FactBook::apply_statement(const Claim& claim) {
  const Uuid id = id_of(context_.persona(), claim);
  TS_ASSIGN_OR_RETURN(const bool gone, gone_.has(id));
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  const bool echo = known != nullptr && is_echo(*known);
  if (known != nullptr) {
    add_links(*known, claim.notes);
  }
  if (gone || (echo && known->fact.current)) {
    return {};  // An echo of a fact that no longer holds is a correction.
  }
  const EventTime at = input_.turn->timestamp;
  if (known == nullptr) {
    TS_RETURN_IF_ERROR(create(id, claim));
  } else {
    if (!echo) {
      strengthen(*known, claim);
    }
    if (!claim.slot.has_value() && !claim.when.has_value()) {
      hold_again(known->fact, at);
    }
  }
  return claim.slot.has_value() ? timelines_.say(*claim.slot, at, id) : Status();
}

Status FactBook::apply_end(const Claim& claim) {
  return close(id_of(context_.persona(), claim), std::nullopt);
}

Result<std::optional<std::string>> FactBook::slot_in_use(const Uuid& id, const model::Fact& fact) {
  if (!fact.relation.empty()) {
    if (auto slot = slot_of(statement_of(fact), fact.user.id); slot.has_value()) {
      return slot;
    }
  }
  TS_ASSIGN_OR_RETURN(std::optional<Told> told, told_.find(id));
  return told.has_value() && !told->slots.empty() ? std::optional(std::move(told->slots.front())) : std::nullopt;
}

Status FactBook::close(const Uuid& id, const std::optional<Uuid>& by) {
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  if (known == nullptr) {
    return {};
  }
  const EventTime at = input_.turn->timestamp;
  const bool held = known->fact.current;
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, slot_in_use(id, known->fact));
  std::optional<Told> of_successor;
  if (by.has_value()) {
    TS_ASSIGN_OR_RETURN(of_successor, told_.find(*by));
  }
  if (slot.has_value() && !(of_successor.has_value() && of_successor->stand_in(*slot))) {
    TS_RETURN_IF_ERROR(timelines_.change(*slot, [&](Timeline& timeline) { end(timeline, at, id); }));
    note_end(*known, held);
    return {};
  }
  if (slot.has_value()) {
    told_.put(*by, *of_successor);
    TS_RETURN_IF_ERROR(known->shown ? facts_.show(*by) : Status());
    return timelines_.say(*slot, at, *by);
  }
  const bool open = !known->fact.validity.back().to.has_value();
  if (known->fact.current && open && at >= known->last_said) {
    known->fact.validity.back().to = at;
    known->fact.current = false;
    if (of_successor.has_value() && of_successor->replaced.size() < kReplacedMax) {
      known->fact.superseded_by = by;
      of_successor->replaced.push_back(id);
      told_.put(*by, *of_successor);
      TS_RETURN_IF_ERROR(known->shown ? facts_.show(*by) : Status());
    }
  }
  note_end(*known, held);
  return {};
}

/// Notes the turn as one that ended the fact, if it did, or if another turn alone had.
void FactBook::note_end(KeptFact& kept, bool held) {
  if (kept.fact.current || kept.fact.superseded_by.has_value()) {
    return;
  }
  if (held) {
    kept.ended_by.clear();
  }
  if (held || !kept.ended_by.empty()) {
    evidence::add_source(kept.ended_by, sources_->at("/turn_data"), kEndSourcesMax);
  }
}

Status FactBook::unsay_end(const Uuid& id, const std::function<bool(model::SourceView source)>& forgotten) {
  TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
  model::SourceList left;
  for (const model::SourceView source : kept->ended_by) {
    if (!forgotten(source)) {
      left.push_back(source);
    }
  }
  const bool holds_again = left.empty() && !kept->ended_by.empty();
  kept->ended_by = std::move(left);
  const model::Fact& fact = kept->fact;
  if (!holds_again || fact.current || fact.superseded_by.has_value() || !fact.validity.back().to.has_value()) {
    return {};
  }
  const EventTime at = *fact.validity.back().to;
  TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, slot_in_use(id, fact));
  if (slot.has_value()) {
    return timelines_.change(*slot, [&](Timeline& timeline) { semantic::unsay_end(timeline, at, id); });
  }
  kept->fact.validity.back().to.reset();
  kept->fact.current = true;
  return {};
}

Status FactBook::confirm(const Uuid& id, const Claim& claim) {
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  if (known != nullptr && !is_echo(*known)) {
    strengthen(*known, claim);
  }
  if (known != nullptr) {
    add_links(*known, claim.notes);
  }
  return {};
}

Result<std::optional<Uuid>> FactBook::apply_text(const Claim& claim) {
  const bool hidden = claim.reading.has_value() && !claim.correction.has_value();
  Uuid id = id_of(context_.persona(), claim);
  TS_ASSIGN_OR_RETURN(const bool gone, gone_.has(id));
  if (gone) {
    return std::optional<Uuid>();
  }
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  if (known == nullptr) {
    const std::vector<std::string> words = evidence::index_words(claim.text);
    TS_ASSIGN_OR_RETURN(const std::optional<Uuid> similar, texts_.find(words, claim.user));
    if (!similar.has_value()) {
      TS_ASSIGN_OR_RETURN(known, create(id, claim));
      known->words = evidence::word_set(words);
      known->shown = !hidden;
      TS_RETURN_IF_ERROR(texts_.add(id, words, claim.user));
      return std::optional(id);
    }
    id = *similar;
    TS_ASSIGN_OR_RETURN(known, facts_.find(id));
  }
  TS_RETURN_IF_ERROR(hidden ? Status() : facts_.show(id));
  const bool echo = is_echo(*known);
  if (!echo) {
    strengthen(*known, claim);
  }
  add_links(*known, claim.notes);
  if (echo) {
    return std::optional(id);
  }
  const EventTime at = input_.turn->timestamp;
  if (!known->fact.current) {
    TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, slot_in_use(id, known->fact));
    if (slot.has_value()) {
      TS_RETURN_IF_ERROR(timelines_.say(*slot, at, id));
      return std::optional(id);
    }
  }
  hold_again(known->fact, at);
  return std::optional(id);
}

Result<KeptFact*> FactBook::create(const Uuid& id, const Claim& claim) {
  const model::StateExport& turn = *input_.turn;
  KeptFact kept;
  kept.fact = {.subject = claim.statement.subject,
               .relation = claim.statement.relation,
               .value = claim.statement.value,
               .text = text_of(claim),
               .evidence = claim.evidence,
               .confidence = std::min(claim.confidence, evidence::kConfidenceMax),
               .current = true,
               .validity = {claim.when.value_or(model::Validity{turn.timestamp, std::nullopt})},
               .superseded_by = std::nullopt,
               .sources = {sources_->at(claim.pointer)},
               .user = claim.user};
  kept.last_seen = input_.now;
  kept.last_said = turn.timestamp;
  kept.last_session = hash64(turn.session_id);
  add_links(kept, claim.notes);
  KeptFact* added = facts_.add(id, std::move(kept));
  TS_RETURN_IF_ERROR(note_weak(id, *added));
  return added;
}

/// A turn that is already a stored source of the fact does not raise the confidence again.
void FactBook::strengthen(KeptFact& kept, const Claim& claim) {
  const model::StateExport& turn = *input_.turn;
  if (evidence::has_turn(kept.fact.sources, turn.turn_id)) {
    return;
  }
  if (!kept.shown) {
    confirmed_.push_back({kept.notes, sources_->at(claim.pointer)});
  }
  if (kept.fact.evidence.empty()) {
    kept.fact.evidence = claim.evidence;
  }
  kept.fact.confidence = evidence::combined(kept.fact.confidence, claim.confidence);
  evidence::add_source(kept.fact.sources, sources_->at(claim.pointer));
  kept.last_seen = input_.now;
  kept.last_said = std::max(kept.last_said, turn.timestamp);
  kept.last_session = hash64(turn.session_id);
}

Status FactBook::note_weak(const Uuid& id, KeptFact& kept) {
  if (kept.fact.confidence >= settings_.retire_confidence) {
    return {};
  }
  facts_.wake_at(retired_at(kept.last_seen, settings_));
  return facts_.weak.append({id, kept.birth});
}

/// True if the turn has recalled memories and its session is that of the last turn that was evidence for the fact, or
/// of one of its stored sources: then the turn may only repeat the fact, and does not raise its confidence.
bool FactBook::is_echo(const KeptFact& kept) const {
  const model::StateExport& turn = *input_.turn;
  return !turn.metadata.memories_recalled.empty() &&
         (kept.last_session == hash64(turn.session_id) || evidence::has_session(kept.fact.sources, turn.session_id));
}

Status FactBook::remove(const Uuid& id, Leaving leaving) {
  TS_ASSIGN_OR_RETURN(const KeptFact* kept, facts_.find(id));
  const model::Fact fact = kept->fact;
  TS_RETURN_IF_ERROR(facts_.remove(id));
  if (fact.relation.empty()) {
    TS_RETURN_IF_ERROR(texts_.remove(id, evidence::index_words(fact.text), fact.user));
  } else if (const auto slot = slot_of(statement_of(fact), fact.user.id); slot.has_value()) {
    TS_RETURN_IF_ERROR(leave_timeline(*slot, id, leaving));
  }
  TS_ASSIGN_OR_RETURN(const std::optional<Told> told, told_.remove(id, fact.user.id));
  if (!told.has_value()) {
    return {};
  }
  for (const std::string& slot : told->slots) {
    TS_RETURN_IF_ERROR(leave_timeline(slot, id, leaving));
  }
  for (const Uuid& replaced : told->replaced) {
    TS_ASSIGN_OR_RETURN(KeptFact * before, facts_.find(replaced));
    if (before == nullptr || before->fact.superseded_by != id) {
      continue;
    }
    before->fact.superseded_by.reset();
    if (leaving == Leaving::kForgotten) {
      before->fact.validity.back().to.reset();
      before->fact.current = true;
    }
  }
  return {};
}

Status FactBook::leave_timeline(const std::string& slot, const Uuid& id, Leaving leaving) {
  return timelines_.change(slot, [&](Timeline& timeline) {
    if (leaving == Leaving::kForgotten) {
      unsay(timeline, id);
    } else {
      lose(timeline, id);
    }
  });
}

}  // namespace turnstream::semantic
