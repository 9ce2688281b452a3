#include "stages/common/language/company.h"

#include <algorithm>
#include <string_view>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/statements.h"

namespace turnstream::language {
namespace {

/// People of whom one mention is enough: "My family is great. We love the woods".
constexpr std::string_view kGroups[] = {"band",      "children", "classmates", "colleagues", "coworkers",  "co-workers",
                                        "crew",      "fam",      "family",     "friends",    "housemates", "kids",
                                        "roommates", "siblings", "team",       "teammates"};
/// "my two kids", "my old band".
constexpr std::size_t kBetweenMax = 2;

/// The index of the noun of "my …" or "our …" that begins at `at`, if it is a group or a person; `at` if not.
std::size_t people_at(Sentence sentence, std::size_t at) {
  for (std::size_t next = at + 1; next < sentence.size() && next <= at + 1 + kBetweenMax; ++next) {
    const Word& word = sentence[next];
    if (word.punctuation || word.in(kPreposition | kConjunction | kAuxiliary)) {
      break;
    }
    const bool last =
        next + 1 >= sentence.size() || sentence[next + 1].punctuation ||
        sentence[next + 1].in(kPreposition | kConjunction | kAuxiliary | kTime | kPronoun | kSubordinator) ||
        !(sentence[next + 1].in(kKin) || is_one_of(kGroups, sentence[next + 1].lower));
    if (last && !word.possessive && (word.in(kKin) || is_one_of(kGroups, word.lower))) {
      return next;
    }
  }
  return at;
}

}  // namespace

std::optional<Company> company_in(Sentence sentence) {
  std::optional<Company> company;
  // A second "I" can be the speaker alone: "My wife and I have a boat, and I work at Acme".
  const bool one_self =
      std::count_if(sentence.begin(), sentence.end(), [](const Word& word) { return word.is("i"); }) == 1;
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const Word& word = sentence[at];
    const bool with_i = at + 2 < sentence.size() && sentence[at + 1].is("and") && sentence[at + 2].is("i");
    const bool first_name =
        (at == 0 || sentence[at - 1].punctuation) && word.capital && word.classes == 0 && !word.quoted;
    if (first_name && with_i) {
      company = Company{std::string(word.text), one_self};
      continue;
    }
    if (!(word.is("my") || word.is("our")) || word.quoted) {
      continue;
    }
    const std::size_t noun = people_at(sentence, at);
    if (noun == at) {
      continue;
    }
    const bool called = noun + 1 < sentence.size() && is_name(sentence[noun + 1]) && !sentence[noun + 1].punctuation;
    const std::size_t end = noun + (called ? 2 : 1);  // "my sister Clara"
    const bool and_i = end + 1 < sentence.size() && sentence[end].is("and") && sentence[end + 1].is("i");
    const bool beside =
        at > 0 && (sentence[at - 1].is("with") || (at > 1 && sentence[at - 1].is("and") && sentence[at - 2].is("me")));
    if (and_i || beside || is_one_of(kGroups, sentence[noun].lower)) {
      company = Company{in_third_person(written(sentence, at, end)), and_i && one_self};
    }
  }
  return company;
}

}  // namespace turnstream::language
