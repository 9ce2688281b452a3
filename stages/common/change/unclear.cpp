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
/// Behind "it": the clause that follows says what "it" is ("it feels like", "it is a pity that"), or "it" is the weather or the time.
constexpr std::string_view kEmptyVerbs[] = {"feels", "felt",   "seems", "seemed", "looks", "looked",
                                            "turns", "turned", "is",    "was",    "took",  "takes"};

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

/// Whether the subject at the beginning of the sentence is a pronoun that names nobody here.
bool points_with_subject(Sentence sentence) {
  const std::size_t at = first_word(sentence);
  if (at >= sentence.size() || !is_one_of(kSubjects, sentence[at].lower)) {
    return false;
  }
  const bool empty =
      sentence[at].is("it") && at + 1 < sentence.size() && is_one_of(kEmptyVerbs, sentence[at + 1].lower);
  const bool verb = at + 1 < sentence.size() && sentence[at + 1].in(language::kAuxiliary | language::kAdverb);
  return !empty && (sentence[at].is("they") || sentence[at].is("it") || verb);
}

/// Whether "it" or "them" stands right behind the verb of "I" or "we", and nothing before it that it can stand for.
bool points_with_object(Sentence sentence) {
  for (std::size_t at = 2; at < sentence.size(); ++at) {
    const Word& subject = sentence[at - 2];
    if (!is_one_of(kObjects, sentence[at].lower) || sentence[at].quoted || !(subject.is("i") || subject.is("we"))) {
      continue;
    }
    const Sentence before = sentence.first(at - 2);
    const bool named = std::any_of(before.begin(), before.end(), [](const Word& word) {
      return word.in(language::kDeterminer | language::kNumber) || word.is("my") || word.is("our") ||
             language::is_name(word);
    });
    // The first word of a sentence has a capital as well.
    const bool only_first = !before.empty() && language::is_name(before.front()) &&
                            std::none_of(before.begin() + 1, before.end(), [](const Word& word) {
                              return word.in(language::kDeterminer | language::kNumber) || word.is("my") ||
                                     word.is("our") || language::is_name(word);
                            });
    return !named || only_first;
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
  return is_short_answer(sentence) || points_with_subject(sentence) || points_with_object(sentence) ||
         points_with_noun(sentence) || judges_all(sentence);
}

}  // namespace turnstream::change
