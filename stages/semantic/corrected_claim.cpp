#include "stages/semantic/corrected_claim.h"

#include <string>
#include <utility>

#include "pipeline/base/utf8.h"
#include "stages/common/language/order_relations.h"
#include "stages/semantic/relations.h"

namespace turnstream::semantic {

std::optional<Claim> corrected_claim(const Uuid& id, const KeptFact& kept, const Claim& sentence) {
  const model::Fact& fact = kept.fact;
  const language::Correction& correction = *sentence.correction;
  if (correction.wrong.empty() || fact.relation.empty() || kept.made_of.size() >= kMadeOfMax) {
    return std::nullopt;
  }
  std::optional<std::string> value = language::corrected(fact.value, correction);
  if (!value.has_value() || first_code_points(*value, kCorrectedCodePointsMax).size() < value->size()) {
    return std::nullopt;
  }
  language::Statement statement = in_one_form({fact.subject, fact.relation, *std::move(value), false});
  std::optional<std::string> slot = slot_of(statement, fact.user.id);
  Claim claim{std::move(statement), {},       std::move(slot), sentence.confidence, sentence.evidence,
              sentence.pointer,     fact.user};
  claim.of_sentence = true;
  claim.notes = sentence.notes;
  claim.rests_on = fact.sources;
  claim.made_of = kept.made_of;
  claim.made_of.push_back(id);
  return claim;
}

}  // namespace turnstream::semantic
