#include "stages/semantic/fact_book.h"

#include <algorithm>

#include "pipeline/base/hash64.h"
#include "stages/common/change/opposites.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/source_list.h"
#include "stages/semantic/claim_forms.h"
#include "stages/semantic/fact_upkeep.h"
#include "stages/semantic/relations.h"
#include "stages/semantic/taste_ends.h"

namespace turnstream::semantic {

FactBook::FactBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
                   FactTable& facts, std::optional<evidence::TurnSources>& sources)
    : input_(input),
      context_(context),
      settings_(settings),
      facts_(facts),
      gone_(context.state(), facts.head),
      texts_(context.state(), facts, settings.merge_similarity),
      told_(context.state()),
      timelines_(context, facts),
      ends_(facts, told_, timelines_),
      sources_(sources) {}

Status FactBook::apply(const Claim& claim) {
  if (claim.statement.relation.empty()) {
    const auto said = apply_text(claim);
    return said.ok() ? Status() : Status(said.error());
  }
  if (claim.call.has_value()) {
    return apply_call(claim);
  }
  return apply_statement(id_of(context_.persona(), claim), claim);
}

/// A failure has the calls that failed with it; a success takes its call away, and with the last one the failure ends. A failure
/// that more than kFailedCallsMax calls had is ended by none of them.
Status FactBook::apply_call(const Claim& claim) {
  const change::Topic call{*claim.call};
  if (claim.statement.ended) {
    return end_call(call);
  }
  const Uuid id = id_of(context_.persona(), claim);
  TS_RETURN_IF_ERROR(state(id, claim));
  TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
  if (kept == nullptr) {
    return {};
  }
  model::Fact& fact = kept->fact;
  if (!fact.current && fact.validity.back().to == input_.turn->timestamp) {
    hold_again(fact);  // it failed again, after a success in this turn
  }
  TS_ASSIGN_OR_RETURN(std::optional<Told> told, told_.find(id));
  if (!told.has_value()) {
    return told_.add(id, {}, {call});
  }
  const bool listed = std::find(told->topics.begin(), told->topics.end(), call) != told->topics.end();
  if (listed || told->topics.empty()) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(told, told_.remove(id, {}));
  if (told->topics.size() == kFailedCallsMax) {
    told_.put(id, {});
    return {};
  }
  told->topics.push_back(call);
  return told_.add(id, {}, told->topics);
}

Status FactBook::end_call(const change::Topic& call) {
  if (facts_.head.facts == 0) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> failures, told_.candidates({}, {call}));
  for (const Uuid& failure : failures) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(failure));
    if (!kept.has_value() || kept->last_said > input_.turn->timestamp) {
      continue;  // it failed later
    }
    TS_ASSIGN_OR_RETURN(std::optional<Told> told, told_.remove(failure, {}));
    if (told.has_value() && std::erase(told->topics, call) > 0 && !told->topics.empty()) {
      TS_RETURN_IF_ERROR(told_.add(failure, {}, told->topics));
    } else {
      TS_RETURN_IF_ERROR(close(failure, std::nullopt));
    }
  }
  return {};
}

Status FactBook::apply_statement(const Uuid& id, const Claim& claim) {
  TS_RETURN_IF_ERROR(claim.statement.ended ? close(id, std::nullopt) : state(id, claim));
  const TasteEnd said{id, input_.turn->timestamp, sources_->at("/turn_data"), std::nullopt};
  TS_ASSIGN_OR_RETURN(const std::vector<TasteEnd> ends, taste_ends(claim, said, context_.persona(), facts_, told_));
  for (const TasteEnd& end : ends) {
    TS_RETURN_IF_ERROR(ends_.close(end.fact, end.by, end.at, end.turn));
  }
  return {};
}

Status FactBook::state(const Uuid& id, const Claim& claim) {
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
      if (claim.made_of.empty()) {
        known->made_of.clear();
      }
    }
    if (!claim.slot.has_value() && !claim.when.has_value()) {
      hold_again(known->fact, at);
    }
  }
  return claim.slot.has_value() ? timelines_.say(*claim.slot, at, id) : Status();
}

Status FactBook::close(const Uuid& id, const std::optional<Uuid>& by) {
  return ends_.close(id, by, input_.turn->timestamp, sources_->at("/turn_data"));
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
    TS_ASSIGN_OR_RETURN(const bool differs, similar.has_value() ? denies(*similar, claim) : Result<bool>(true));
    if (differs) {
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
    TS_ASSIGN_OR_RETURN(const std::optional<std::string> slot, ends_.slot_in_use(id, known->fact));
    if (slot.has_value()) {
      TS_RETURN_IF_ERROR(timelines_.say(*slot, at, id));
      return std::optional(id);
    }
  }
  hold_again(known->fact, at);
  return std::optional(id);
}

/// Whether the text denies what the similar one says, which then is another fact: "The gym is open", "The gym is closed".
Result<bool> FactBook::denies(const Uuid& similar, const Claim& claim) {
  TS_ASSIGN_OR_RETURN(const KeptFact* known, facts_.find(similar));
  return known != nullptr && change::are_opposite(known->fact.text, claim.text);
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
               .sources = evidence::joined(claim.rests_on, {sources_->at(claim.pointer)}),
               .user = claim.user};
  kept.made_of = claim.made_of;
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
