#include "stages/semantic/taste_ends.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "stages/common/change/topics.h"
#include "stages/common/language/tastes.h"
#include "stages/semantic/claim_forms.h"

namespace turnstream::semantic {
namespace {

using language::Statement;
using language::ToldTaste;

/// Whether the claim says how the speaker likes the object now: not "I don't prefer it", which leaves open whether they like it.
bool tells_liking(const Statement& statement) {
  return !statement.ended || statement.relation != "prefers";
}

/// What the taste does to the one that a fact tells.
enum class Clash : std::uint8_t { kNone, kOpposite, kLessLiked };

Clash clash_of(const ToldTaste& taste, const KeptFact& kept, std::string_view user_id) {
  const model::Fact& fact = kept.fact;
  const std::optional<ToldTaste> other = language::told_taste(statement_of(fact));
  if (!fact.current || fact.user.id != user_id || !other.has_value()) {
    return Clash::kNone;
  }
  if (other->positive != taste.positive) {
    return other->key == taste.key ? Clash::kOpposite : Clash::kNone;
  }
  const bool less_liked = taste.begins && taste.positive && !taste.against.empty() && other->key == taste.against &&
                          other->slot == taste.slot;
  return less_liked ? Clash::kLessLiked : Clash::kNone;
}

/// The facts that may tell a taste of the same object: those with the words of the claim as value, or with what it calls less
/// liked, and those that share its topics.
Result<std::vector<Uuid>> candidates_for(const Claim& claim, const ToldTaste& taste, std::string_view persona,
                                         ToldRows& told) {
  std::vector<Uuid> candidates;
  for (const std::string_view subject : language::kTasteSubjects) {
    for (const std::string_view relation : language::kTasteRelations) {
      Claim other = claim;
      other.statement.subject = subject;
      other.statement.relation = relation;
      candidates.push_back(id_of(persona, other));
    }
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> listed,
                      told.candidates(claim.user.id, change::topics_of_text(claim.statement.value)));
  candidates.insert(candidates.end(), listed.begin(), listed.end());
  if (!taste.against.empty()) {
    TS_ASSIGN_OR_RETURN(const std::vector<Uuid> less_liked,
                        told.candidates(claim.user.id, change::topics_of_text(taste.against)));
    candidates.insert(candidates.end(), less_liked.begin(), less_liked.end());
  }
  return candidates;
}

}  // namespace

Result<std::vector<TasteEnd>> taste_ends(const Claim& claim, const TasteEnd& said, std::string_view persona,
                                         FactTable& facts, ToldRows& told) {
  std::vector<TasteEnd> ends;
  const std::optional<ToldTaste> taste = language::told_taste(claim.statement);
  if (facts.head.facts == 0 || !taste.has_value() || taste->key.empty() || !tells_liking(claim.statement)) {
    return ends;
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> candidates, candidates_for(claim, *taste, persona, told));
  for (const Uuid& id : candidates) {
    const bool known = std::any_of(ends.begin(), ends.end(), [&id](const TasteEnd& end) { return end.fact == id; });
    if (id == said.fact || known) {
      continue;
    }
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts.snapshot(id));
    const Clash clash = kept.has_value() ? clash_of(*taste, *kept, claim.user.id) : Clash::kNone;
    if (clash == Clash::kOpposite && !claim.statement.ended && kept->last_said > said.at) {
      const model::SourceView later = kept->fact.sources.back();
      ends.push_back({said.fact,
                      kept->last_said,
                      {std::string(later.id), std::string(later.turn_id), std::string(later.session_id)},
                      std::nullopt});
      return ends;
    }
    if (clash != Clash::kNone) {
      const bool replaced = clash == Clash::kLessLiked;
      ends.push_back({id, said.at, said.turn, replaced ? std::optional<Uuid>(said.fact) : std::nullopt});
    }
  }
  return ends;
}

}  // namespace turnstream::semantic
