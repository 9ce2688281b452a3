#include "stages/semantic/own_facts.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/change/worth.h"
#include "stages/common/language/tastes.h"
#include "stages/common/language/words.h"
#include "stages/semantic/claim_forms.h"

namespace turnstream::semantic {
namespace {

/// "It's oat milk, not almond milk" of "almond milk": a clause says that it is not the object, and nothing else.
bool denies(const std::string& sentence, const std::string& object) {
  constexpr std::string_view kNot = ", not ";
  const std::string said = normalise(sentence);
  const std::size_t at = said.find(std::string(kNot) + object);
  if (at == std::string::npos) {
    return false;
  }
  const std::string_view behind = std::string_view(said).substr(at + kNot.size() + object.size());
  return behind.empty() || std::string_view(",;?:").find(behind.front()) != std::string_view::npos;
}

bool ends_taste(const Claim& sentence, const language::ToldTaste& taste) {
  const change::Reading& reading = *sentence.reading;
  const bool ended = std::find(reading.ended.begin(), reading.ended.end(), taste.key) != reading.ended.end();
  return reading.corrects || (taste.positive && ended) || denies(sentence.said, taste.key);
}

/// Whether the fact is the speaker's own, and the sentence tells what another person did whom it does not name: "They left Acme"
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

bool can_mean(const KeptFact& kept, const Told& told, const Claim& sentence) {
  const auto taste = kept.fact.relation.empty() ? std::nullopt : language::told_taste(statement_of(kept.fact));
  return !is_beside(kept, told, *sentence.reading) && (!taste.has_value() || ends_taste(sentence, *taste));
}

}  // namespace turnstream::semantic
