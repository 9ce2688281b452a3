#include "stages/semantic/own_facts.h"

#include <algorithm>

#include "stages/common/change/worth.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/words.h"
#include "stages/semantic/claim_forms.h"

namespace turnstream::semantic {
namespace {

bool ends_taste(const change::Reading& reading, const language::ToldTaste& taste) {
  return reading.corrects ||
         (taste.positive && std::find(reading.ended.begin(), reading.ended.end(), taste.key) != reading.ended.end());
}

/// Whether the fact is the speaker's own, and the sentence tells what somebody else did who is not named in it: "They left Acme"
/// leaves "user works at Acme" alone.
bool is_beside(const KeptFact& kept, const Told& told, const change::Reading& reading) {
  const model::Fact& fact = kept.fact;
  const bool own = fact.relation.empty() ? change::is_about_self(language::words_of(fact.text))
                                         : fact.subject == "user" || fact.subject == "we";
  return reading.of_other && own &&
         std::none_of(told.topics.begin(), told.topics.end(), [&](const change::Topic& topic) {
           return topic.word == reading.actor && (fact.relation.empty() || topic.is(change::kOwn | change::kNamed));
         });
}

}  // namespace

bool can_mean(const KeptFact& kept, const Told& told, const change::Reading& reading) {
  const auto taste = kept.fact.relation.empty() ? std::nullopt : language::told_taste(statement_of(kept.fact));
  return !is_beside(kept, told, reading) && (!taste.has_value() || ends_taste(reading, *taste));
}

}  // namespace turnstream::semantic
