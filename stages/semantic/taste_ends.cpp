#include "stages/semantic/taste_ends.h"

#include <algorithm>
#include <optional>
#include <string>

#include "stages/common/change/topics.h"
#include "stages/common/language/tastes.h"
#include "stages/semantic/claim_forms.h"

namespace turnstream::semantic {
namespace {

using language::Statement;
using language::ToldTaste;

constexpr std::string_view kSubjects[] = {"user", "we"};
constexpr std::string_view kRelations[] = {"likes", "dislikes", "prefers", "is keen on", "is passionate about"};

/// Whether the claim says how the speaker likes the object now: not "I don't prefer it", which leaves open whether they like it.
bool tells_taste(const Statement& statement) {
  return !statement.ended || statement.relation != "prefers";
}

bool is_opposite(const KeptFact& kept, const ToldTaste& taste, std::string_view user_id) {
  const model::Fact& fact = kept.fact;
  const std::optional<ToldTaste> other = language::told_taste(statement_of(fact));
  return fact.current && fact.user.id == user_id && other.has_value() && other->positive != taste.positive &&
         other->key == taste.key;
}

}  // namespace

Result<std::vector<Uuid>> opposite_tastes(const Claim& claim, std::string_view persona, FactTable& facts,
                                          ToldRows& told) {
  std::vector<Uuid> found;
  const std::optional<ToldTaste> taste = language::told_taste(claim.statement);
  if (facts.head.facts == 0 || !taste.has_value() || taste->key.empty() || !tells_taste(claim.statement)) {
    return found;
  }
  std::vector<Uuid> candidates;
  for (const std::string_view subject : kSubjects) {
    for (const std::string_view relation : kRelations) {
      Claim other = claim;
      other.statement.subject = subject;
      other.statement.relation = relation;
      candidates.push_back(id_of(persona, other));
    }
  }
  TS_ASSIGN_OR_RETURN(const std::vector<Uuid> listed,
                      told.candidates(claim.user.id, change::topics_of_text(claim.statement.value)));
  candidates.insert(candidates.end(), listed.begin(), listed.end());
  const Uuid own = id_of(persona, claim);
  for (const Uuid& id : candidates) {
    TS_ASSIGN_OR_RETURN(const std::optional<KeptFact> kept, facts.snapshot(id));
    const bool known = std::find(found.begin(), found.end(), id) != found.end();
    if (id != own && !known && kept.has_value() && is_opposite(*kept, *taste, claim.user.id)) {
      found.push_back(id);
    }
  }
  return found;
}

}  // namespace turnstream::semantic
