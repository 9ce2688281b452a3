#include "stages/common/language/correction_values.h"

#include <algorithm>

#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::language {
namespace {

bool lasts(const Word& word) {
  return word.in(kLasting | kProperty) && !word.in(kPassing | kEvaluation);
}

}  // namespace

bool can_be_value(Sentence sentence, Part value) {
  static const WordSet kNoValues("about because going how just like only sure that when where why");
  const Word& first = sentence[value.begin];
  return !first.is("not") && !first.is("nicht") && !first.in(kPronoun | kQuestionWord) && !first.in(kNoValues);
}

bool is_judgement(Sentence sentence, Part value) {
  std::size_t at = value.begin;
  while (at + 1 < value.end && sentence[at].in(kAdverb | kIntensifier | kDeterminer)) {
    ++at;
  }
  constexpr std::uint64_t kSays = kPreposition | kLasting | kProperty | kNumber;
  return sentence[at].in(kEvaluation | kPassing | kJoke) && !sentence[at].in(kSays);
}

bool is_spelling(Sentence sentence, Part value) {
  static const WordSet kBetween("a an capital double just no one only the two");
  for (std::size_t at = value.begin + 1; at + 1 < value.end; ++at) {
    if (!sentence[at].is("with") && !sentence[at].is("without")) {
      continue;
    }
    std::size_t letter = at + 1;
    while (letter + 1 < value.end && sentence[letter].in(kBetween)) {
      ++letter;
    }
    const std::string& lower = sentence[letter].lower;
    return lower.size() == 1 && lower[0] >= 'a' && lower[0] <= 'z';
  }
  return false;
}

bool is_bare(Sentence sentence, Part value) {
  for (std::size_t at = value.begin; at < value.end; ++at) {
    if (!sentence[at].in(kDeterminer | kPreposition) && !has_given(sentence, {at, at + 1})) {
      return false;
    }
  }
  return has_given(sentence, value);
}

bool is_definite(Sentence sentence, Part subject) {
  return sentence[subject.begin].in(kDeterminer | kDeictic) || has_given(sentence, subject);
}

bool are_alike(Sentence a, Part of_a, Sentence b, Part of_b) {
  return same_given(a, of_a, b, of_b).has_value() || (lasts(a[of_a.begin]) && lasts(b[of_b.begin]));
}

bool has_object(Sentence sentence, Part value) {
  static const WordSet kHeads("allergic engaged intolerant married named related");
  return value.size() > 2 && sentence[value.begin].in(kHeads) && sentence[value.begin + 1].in(kPreposition);
}

}  // namespace turnstream::language
