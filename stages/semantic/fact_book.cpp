#include "stages/semantic/fact_book.h"

#include <algorithm>

#include "pipeline/base/hash64.h"
#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/common/evidence/score.h"
#include "stages/common/evidence/source_list.h"
#include "stages/common/language/user_name.h"
#include "stages/semantic/fact_upkeep.h"
#include "stages/semantic/relations.h"

namespace turnstream::semantic {
namespace {

language::Statement statement_of(const model::Fact& fact) {
  return {fact.subject, fact.relation, fact.value, false};
}

/// The words under which a text is listed: what is about a user is compared with texts about the same user only. All words of the
/// text get the same ending, so their order stays.
std::vector<std::string> listed_words(std::vector<std::string> words, const model::User& user) {
  for (std::string& word : words) {
    word += user.known() ? "\n" + user.id : "";
  }
  return words;
}

std::string text_of(const Claim& claim) {
  if (claim.statement.relation.empty()) {
    return claim.text;
  }
  std::string sentence = language::sentence_of(claim.statement);
  return claim.user.known() ? language::with_user_name(claim.user.shown(), sentence) : sentence;
}

}  // namespace

Uuid id_of(std::string_view persona, const Claim& claim) {
  const language::Statement& statement = claim.statement;
  if (statement.relation.empty()) {
    const std::string subject = claim.user.known() ? subject_of("user", claim.user.id) : "";
    return codec::fact_id(persona, {subject, "", normalise(claim.text)});
  }
  const std::string subject = subject_of(statement.subject, claim.user.id);
  return codec::fact_id(persona, {subject, statement.relation, normalise(statement.value)});
}

FactBook::FactBook(const stage_api::Input& input, stage_api::PersonaContext& context, const SemanticSettings& settings,
                   FactTable& facts)
    : input_(input),
      context_(context),
      settings_(settings),
      facts_(facts),
      gone_(context.state(), facts.head),
      index_(context.state(), kWordPrefix, settings.merge_similarity) {
  if (input.turn != nullptr) {
    sources_.emplace(*input.turn);
  }
}

Status FactBook::apply(const Claim& claim) {
  if (claim.statement.relation.empty()) {
    return apply_text(claim);
  }
  return claim.statement.ended ? apply_end(claim) : apply_statement(claim);
}

Status FactBook::apply_statement(const Claim& claim) {
  const Uuid id = id_of(context_.persona(), claim);
  TS_ASSIGN_OR_RETURN(const bool gone, gone_.has(id));
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  const bool echo = known != nullptr && is_echo(*known);
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
    if (!claim.slot.has_value()) {
      model::Fact& fact = known->fact;
      if (!fact.current && at > *fact.validity.back().to) {
        fact.validity.push_back({at, std::nullopt});
        fact.current = true;
        if (fact.validity.size() > kValiditiesMax) {
          fact.validity.erase(fact.validity.begin());
        }
      }
      fact.validity.front().from = std::min(fact.validity.front().from, at);
    }
  }
  return claim.slot.has_value() ? say_in_slot(*claim.slot, id) : Status();
}

/// If kTimelinePointsMax leaves the fact no point, it is stored as held from the turn's time to the oldest point left.
Status FactBook::say_in_slot(const std::string& slot, const Uuid& id) {
  const EventTime at = input_.turn->timestamp;
  std::optional<Point> oldest;
  TS_RETURN_IF_ERROR(change_timeline(slot, [&](Timeline& timeline) {
    say(timeline, at, id);
    oldest = holds(timeline, id) ? std::optional<Point>() : timeline.front();
  }));
  if (oldest.has_value()) {
    TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
    kept->fact.validity = {{at, oldest->first}};
    kept->fact.current = false;
    kept->fact.superseded_by = oldest->fact == kNothing ? std::nullopt : std::optional(oldest->fact);
  }
  return {};
}

/// A denial ends a fact at the turn's time. It changes nothing if the fact is unknown or (in a timeline) did not hold
/// then, or (without a timeline) no longer holds or was said later.
Status FactBook::apply_end(const Claim& claim) {
  const Uuid id = id_of(context_.persona(), claim);
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  const EventTime at = input_.turn->timestamp;
  if (known == nullptr) {
    return {};
  }
  if (claim.slot.has_value()) {
    return change_timeline(*claim.slot, [&](Timeline& timeline) { end(timeline, at, id); });
  }
  if (known->fact.current && at >= known->last_said) {
    known->fact.validity.back().to = at;
    known->fact.current = false;
  }
  return {};
}

Status FactBook::apply_text(const Claim& claim) {
  const Uuid id = id_of(context_.persona(), claim);
  TS_ASSIGN_OR_RETURN(const bool gone, gone_.has(id));
  if (gone) {
    return {};
  }
  TS_ASSIGN_OR_RETURN(KeptFact * known, facts_.find(id));
  if (known == nullptr) {
    const std::vector<std::string> words = evidence::index_words(claim.text);
    TS_ASSIGN_OR_RETURN(const std::optional<Uuid> similar, find_similar(words, claim.user));
    if (!similar.has_value()) {
      TS_ASSIGN_OR_RETURN(known, create(id, claim));
      known->words = evidence::word_set(words);
      return index_.add(id, listed_words(words, claim.user));
    }
    TS_ASSIGN_OR_RETURN(known, facts_.find(*similar));
  }
  if (is_echo(*known)) {
    return {};
  }
  strengthen(*known, claim);
  auto& from = known->fact.validity.front().from;
  from = std::min(from, input_.turn->timestamp);
  return {};
}

Result<std::optional<Uuid>> FactBook::find_similar(const std::vector<std::string>& words, const model::User& user) {
  std::optional<Uuid> best;
  std::int64_t best_similarity = settings_.merge_similarity - 1;
  const std::vector<std::uint32_t> set = evidence::word_set(words);
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, index_.candidates(listed_words(words, user)));
  for (const Uuid& candidate : candidates) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts_.snapshot(candidate));
    if (!kept.has_value()) {
      return bad_state("A row of the word index names a fact that is missing.");
    }
    if (evidence::jaccard_at_most(set, kept->words) <= best_similarity) {
      continue;
    }
    const std::vector<std::string> others = evidence::index_words(kept->fact.text);
    const std::int64_t similarity = evidence::jaccard(words, others);
    if (similarity > best_similarity && !evidence::differ_in_substance(words, others)) {
      best = candidate;
      best_similarity = similarity;
    }
  }
  return best;
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
               .validity = {{turn.timestamp, std::nullopt}},
               .superseded_by = std::nullopt,
               .sources = {sources_->at(claim.pointer)},
               .user = claim.user};
  kept.last_seen = input_.now;
  kept.last_said = turn.timestamp;
  kept.last_session = hash64(turn.session_id);
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

Status FactBook::change_timeline(const std::string& slot, const std::function<void(Timeline&)>& change) {
  const std::string key = hash_key(kSlotPrefix, hash64(slot));
  TS_ASSIGN_OR_RETURN(const auto bytes, context_.state().get(key));
  Timeline timeline;
  if (bytes.has_value()) {
    TS_ASSIGN_OR_RETURN(timeline, decode_timeline(*bytes));
  }
  const Timeline before = timeline;
  change(timeline);
  if (timeline == before) {
    return {};
  }
  for (const Uuid& id : facts_moved(before, timeline)) {
    const Standing standing = standing_of(timeline, id);
    if (id == kNothing || (standing == standing_of(before, id))) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(KeptFact * kept, facts_.find(id));
    if (kept == nullptr) {
      return bad_state("A timeline of facts names a fact that is missing.");
    }
    kept->fact.validity = standing.validity;
    kept->fact.current = standing.current;
    kept->fact.superseded_by = standing.superseded_by;
  }
  if (timeline.empty()) {
    context_.state().erase(key);
  } else {
    context_.state().put(key, encode_timeline(timeline));
  }
  return {};
}

Status FactBook::remove(const Uuid& id, Leaving leaving) {
  TS_ASSIGN_OR_RETURN(const KeptFact* kept, facts_.find(id));
  const model::Fact fact = kept->fact;
  TS_RETURN_IF_ERROR(facts_.remove(id));
  if (fact.relation.empty()) {
    return index_.remove(id, listed_words(evidence::index_words(fact.text), fact.user));
  }
  if (const auto slot = slot_of(statement_of(fact), fact.user.id); slot.has_value()) {
    return change_timeline(*slot, [&](Timeline& timeline) {
      if (leaving == Leaving::kForgotten) {
        unsay(timeline, id);
      } else {
        lose(timeline, id);
      }
    });
  }
  return {};
}

}  // namespace turnstream::semantic
