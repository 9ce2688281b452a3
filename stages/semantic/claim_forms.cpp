#include "stages/semantic/claim_forms.h"

#include "pipeline/base/utf8.h"
#include "pipeline/codec/ids.h"
#include "stages/common/language/user_name.h"
#include "stages/semantic/relations.h"

namespace turnstream::semantic {
namespace {

constexpr std::string_view kWe = "we";

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

std::string text_of(const Claim& claim) {
  if (claim.statement.relation.empty()) {
    return claim.text;
  }
  const std::string complement = language::in_third_person(claim.complement);
  language::Statement statement = claim.statement;
  const bool named = !claim.company.empty() && complement.find(claim.company) == std::string::npos;
  if (named) {
    statement.subject = kWe;
  }
  std::string sentence = language::sentence_of(statement);
  if (named) {
    sentence.replace(0, kWe.size(), "user and " + claim.company);
  }
  if (!complement.empty()) {
    sentence.append(" ").append(complement);
  }
  return claim.user.known() ? language::with_user_name(claim.user.shown(), sentence) : sentence;
}

language::Statement statement_of(const model::Fact& fact) {
  return {fact.subject, fact.relation, fact.value, false};
}

}  // namespace turnstream::semantic
