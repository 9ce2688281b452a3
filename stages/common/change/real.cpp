#include "stages/common/change/real.h"

#include <algorithm>
#include <string_view>

#include "stages/common/change/word_lists.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::change {
namespace {

using language::is_one_of;
using language::Word;

/// Words behind or between which another clause begins.
constexpr std::string_view kJoints[] = {"because", "cause", "cuz",     "so",     "but",   "although", "though",
                                        "when",    "while", "after",   "before", "until", "since",    "which",
                                        "who",     "where", "whereas", "weil",   "aber",  "denn",     "wenn"};
constexpr std::string_view kSubjects[] = {"i", "we", "he", "she", "they", "it", "my", "our", "there", "ich", "wir"};

/// A clause with one of these words is not meant as a fact.
constexpr std::string_view kUnreal[] = {
    "would",       "could",      "should",     "might",     "ought",      "if",       "unless",         "suppose",
    "supposing",   "imagine",    "maybe",      "perhaps",   "possibly",   "probably", "wish",           "wishing",
    "hope",        "hopes",      "hoping",     "hopefully", "planning",   "plan",     "plans",          "thinking",
    "considering", "consider",   "considered", "toying",    "dreaming",   "dream",    "dreamed",        "evaluating",
    "nearly",      "almost",     "tempted",    "someday",   "eventually", "pretend",  "hypothetically", "reckons",
    "reckon",      "swore",      "hinted",     "rumour",    "rumor",      "rumoured", "headline",       "supposedly",
    "allegedly",   "apparently", "debating",   "wondering", "pondering",  "eyeing",   "contemplating",  "discussing",
    "fancy",       "vielleicht", "würde",      "könnte",    "sollte",     "überlege", "überlegen"};

/// The same for words that follow each other; `*` is any one word.
constexpr std::string_view kUnrealPhrases[] = {
    "in case",       "want to",      "wants to",   "wanted to",  "want me",     "wants me",    "want us",
    "wants us",      "going to",     "about to",   "love to",    "talk of",     "talk about",  "close to",
    "keeps telling", "keep telling", "told me to", "told us to", "asked me to", "asked us to", "one day",
    "some day",      "next year",    "let us",     "no date",    "not decided", "like to",     "were he",
    "were she",      "will *",       "had better", "not sure"};

bool is_mark(const Word& word) {
  return word.punctuation && !word.is("'") && !word.is("&") && !word.is("/");
}

bool begins_clause(std::span<const Word> sentence, std::size_t at) {
  static const WordSet kWords(kJoints);
  const Word& word = sentence[at];
  if (is_mark(word)) {
    return true;
  }
  if (word.is("since") && at + 1 < sentence.size() && (sentence[at + 1].in(language::kTimeUnit | language::kNumber))) {
    return false;
  }
  const bool joined =
      (word.is("and") || word.is("und")) && at + 1 < sentence.size() && is_one_of(kSubjects, sentence[at + 1].lower);
  return joined || word.in(kWords);
}

}  // namespace

Clause clause_at(std::span<const Word> sentence, std::size_t at) {
  Clause clause{at, std::min(at + 1, sentence.size())};
  while (clause.begin > 0 && !begins_clause(sentence, clause.begin - 1)) {
    --clause.begin;
  }
  while (clause.end < sentence.size() && !begins_clause(sentence, clause.end)) {
    ++clause.end;
  }
  return clause;
}

bool is_real(std::span<const Word> clause) {
  static const WordSet kWords(kUnreal);
  static const PhraseSet kPhrases(kUnrealPhrases);
  for (std::size_t at = 0; at < clause.size(); ++at) {
    if (clause[at].in(kWords) || kPhrases.stands_at(clause, at)) {
      return false;
    }
  }
  return true;
}

bool is_once(std::span<const Word> sentence) {
  static const language::WordSet kDays("gestern heute diesmal today tonight tomorrow yesterday");
  static const language::WordSet kUnits("afternoon evening month morning night once time week weekend year");
  for (std::size_t at = 0; at < sentence.size(); ++at) {
    const bool pointed =
        at + 1 < sentence.size() && (sentence[at].is("last") || sentence[at].is("this")) && sentence[at + 1].in(kUnits);
    const bool just_now = at + 1 < sentence.size() && sentence[at].is("just") && sentence[at + 1].is("now");
    if (sentence[at].in(kDays) || pointed || just_now) {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::change
