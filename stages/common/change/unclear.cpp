#include "stages/common/change/unclear.h"

#include <algorithm>
#include <string_view>

#include "stages/common/change/worth.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"

namespace turnstream::change {
namespace {

using language::is_one_of;
using language::Sentence;
using language::Word;

constexpr std::size_t kAnswerWordsMax = 6;

/// They stand for people or objects, as the subject of a clause or behind its verb.
constexpr std::string_view kSubjects[] = {"they", "these", "those", "it", "this", "that"};
constexpr std::string_view kObjects[] = {"it", "them"};
/// Nouns that name nothing behind "the" unless more is said of them.
constexpr std::string_view kBareNouns[] = {"cause", "event", "experience", "idea",      "issue", "matter",
                                           "plan",  "place", "problem",    "situation", "thing", "things"};
constexpr std::string_view kAnswers[] = {"yes", "yep", "yup", "yeah", "yea", "no", "nope", "nah", "sure"};
/// Behind "it": the clause that follows says what "it" is, as in "it feels like".
constexpr std::string_view kEmptyVerbs[] = {"feels", "felt", "seems", "seemed", "looks", "looked", "turns", "turned"};
constexpr std::string_view kSaying[] = {"to", "that", "how", "when", "because"};

bool is_word(Sentence sentence, std::size_t at, std::string_view word) {
  return at < sentence.size() && sentence[at].is(word);
}

std::size_t first_word(Sentence sentence) {
  std::size_t at = 0;
  while (at < sentence.size() &&
         (sentence[at].punctuation || sentence[at].in(language::kOpening) || sentence[at].in(language::kConjunction))) {
    ++at;
  }
  return at;
}

/// Whether "it" at this place stands for a clause behind it: "it feels like spring", "it is good to be back".
bool is_empty_it(Sentence sentence, std::size_t at) {
  if (!sentence[at].is("it") || at + 2 >= sentence.size()) {
    return false;
  }
  const Sentence behind = sentence.subspan(at + 2);
  const bool said =
      std::any_of(behind.begin(), behind.end(), [](const Word& word) { return is_one_of(kSaying, word.lower); });
  const bool judged =
      std::any_of(behind.begin(), behind.begin() + static_cast<std::ptrdiff_t>(std::min(behind.size(), std::size_t{3})),
                  [](const Word& word) { return word.in(language::kEvaluation); });
  return is_one_of(kEmptyVerbs, sentence[at + 1].lower) ||
         (said && judged && sentence[at + 1].in(language::kAuxiliary));
}

/// Whether the subject at the beginning of the sentence is a pronoun that no noun of it explains.
bool points_with_subject(Sentence sentence) {
  const std::size_t at = first_word(sentence);
  if (at >= sentence.size() || !is_one_of(kSubjects, sentence[at].lower)) {
    return false;
  }
  const bool verb = at + 1 < sentence.size() && sentence[at + 1].in(language::kAuxiliary | language::kAdverb);
  return !is_empty_it(sentence, at) && (sentence[at].is("they") || sentence[at].is("it") || verb);
}

/// Whether the words name what a pronoun behind them can stand for. The first word of a sentence has a capital in any case.
bool names_something(Sentence words) {
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at].in(language::kDeterminer | language::kNumber) || (at > 0 && language::is_name(words[at]))) {
      return true;
    }
  }
  return false;
}

/// Whether "it" or "them" stands right behind the verb of "I" or "we" ("I turned it into", "I have had them"), and nothing before it
/// that it can stand for.
bool points_with_object(Sentence sentence) {
  for (std::size_t at = 2; at < sentence.size(); ++at) {
    if (!is_one_of(kObjects, sentence[at].lower) || sentence[at].quoted) {
      continue;
    }
    std::size_t subject = at - 2;
    while (subject > 0 && sentence[subject].in(language::kAuxiliary | language::kAdverb)) {
      --subject;
    }
    if (sentence[subject].is("i") || sentence[subject].is("we")) {
      return !names_something(sentence.first(subject));
    }
  }
  return false;
}

/// "the event for the cause"; not "the event in Oslo" or "the place where I grew up".
bool points_with_noun(Sentence sentence) {
  for (std::size_t at = 0; at + 1 < sentence.size(); ++at) {
    if (!sentence[at].is("the") || sentence[at].quoted || !is_one_of(kBareNouns, sentence[at + 1].lower)) {
      continue;
    }
    const std::size_t behind = at + 2;
    if (behind >= sentence.size() || sentence[behind].punctuation || sentence[behind].in(language::kConjunction) ||
        (sentence[behind].in(language::kPreposition) && is_word(sentence, behind + 1, "the") &&
         behind + 2 < sentence.size() && is_one_of(kBareNouns, sentence[behind + 2].lower))) {
      return true;
    }
  }
  return false;
}

/// Whether a clause behind a comma has a subject that it names: "They gave me more time, the thesis is due in May".
bool goes_on_clearly(Sentence sentence) {
  constexpr std::uint64_t kOther = language::kPronoun | language::kDeictic | language::kConjunction |
                                   language::kSubordinator | language::kPreposition | language::kAdverb;
  for (std::size_t at = 1; at + 1 < sentence.size(); ++at) {
    const Word& word = sentence[at + 1];
    if (sentence[at].is(",") && at > 2 && !word.punctuation && !word.in(kOther) && !language::is_activity(word)) {
      return true;
    }
  }
  return false;
}

bool is_short_answer(Sentence sentence) {
  return !sentence.empty() && is_one_of(kAnswers, sentence.front().lower) &&
         static_cast<std::size_t>(std::count_if(sentence.begin(), sentence.end(),
                                                [](const Word& word) { return !word.punctuation; })) <= kAnswerWordsMax;
}

/// "X is important", "X are key to Y".
bool judges_all(Sentence sentence) {
  if (is_about_self(sentence)) {
    return false;
  }
  for (std::size_t at = 1; at + 1 < sentence.size(); ++at) {
    const bool copula = sentence[at].is("is") || sentence[at].is("are");
    std::size_t next = at + 1;
    while (copula && next + 1 < sentence.size() && sentence[next].in(language::kAdverb | language::kIntensifier) &&
           !sentence[next].in(language::kEvaluation)) {
      ++next;
    }
    if (copula && !sentence[at - 1].punctuation &&
        (sentence[next].is("important") || sentence[next].is("crucial") || sentence[next].is("essential") ||
         sentence[next].is("vital") || (sentence[next].is("key") && is_word(sentence, next + 1, "to")))) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool is_unclear(Sentence sentence) {
  const bool points = points_with_subject(sentence) || points_with_object(sentence);
  return is_short_answer(sentence) || (points && !goes_on_clearly(sentence)) || points_with_noun(sentence) ||
         judges_all(sentence);
}

}  // namespace turnstream::change
