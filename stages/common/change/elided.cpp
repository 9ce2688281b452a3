#include "stages/common/change/elided.h"

#include <algorithm>

#include "stages/common/change/cue_rows.h"
#include "stages/common/change/real.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/phrases.h"
#include "stages/common/language/verb_rows.h"

namespace turnstream::change {
namespace {

using language::is_one_of;
using language::VerbForm;
using language::Word;
using Sentence = std::span<const Word>;

/// Words with which a sentence without a subject begins that tells a state of the speaker: "engaged to Mateo".
constexpr std::string_view kStates[] = {
    "engaged",  "married",  "single",   "divorced",   "widowed",  "member",    "big",           "huge",    "got",
    "have",     "based",    "born",     "retired",    "allergic", "on",        "off",           "working", "living",
    "learning", "doing",    "studying", "training",   "dating",   "teaching",  "playing",       "reading", "raising",
    "renting",  "pregnant", "vegan",    "vegetarian", "mostly",   "part-time", "self-employed", "bin"};

/// Verbs of the first person, or helping verbs that begin a statement only if its subject is left out.
constexpr std::string_view kFirstPerson[] = {"am",    "been",   "had",    "was",   "bin",   "hab",
                                             "habe",  "mag",    "esse",   "fahre", "lerne", "nutze",
                                             "singe", "spiele", "trinke", "heiße", "wohne", "arbeite"};
/// With "not" behind it: "can't eat gluten".
constexpr std::string_view kDenied[] = {"can", "could", "do", "did", "have", "will", "would", "should"};
/// Verbs behind a subject: in "Left lane is closed" the first word is none.
constexpr std::string_view kBehindSubject[] = {"is",   "are", "was",  "were", "has", "does",
                                               "will", "can", "must", "ist",  "sind"};
/// Phrases of change that begin with one of these need a subject, or say nothing of who did it.
constexpr std::string_view kNoVerbs[] = {"new", "instead", "notice", "up", "down", "in", "is", "are", "has", "turned"};

constexpr std::size_t kPastLettersMin = 5;

/// The index of the first word behind openings, conjunctions and adverbs: "finally", "and then".
std::size_t first_word(Sentence sentence) {
  constexpr std::uint64_t kLead = language::kOpening | language::kConjunction | language::kAdverb;
  std::size_t at = 0;
  while (at < sentence.size() && (sentence[at].punctuation || sentence[at].in(kLead))) {
    ++at;
  }
  return at;
}

/// Whether the first word of the clause can be its subject, because a verb that needs one stands behind it.
bool has_verb_behind(Sentence clause) {
  const auto end = std::find_if(clause.begin() + 1, clause.end(), [](const Word& word) {
    return word.in(language::kSubordinator) && !word.in(language::kPreposition);
  });
  return std::any_of(clause.begin() + 1, end, [](const Word& word) { return is_one_of(kBehindSubject, word.lower); });
}

/// Whether a phrase of cue_rows.h begins with this verb: "broke", "left", "out (of)".
bool is_verb_of_change(const Word& word) {
  return !is_one_of(kNoVerbs, word.lower) &&
         !word.in(language::kDeterminer | language::kNegation | language::kAdverb) && !cue_rows_of(word.lower).empty();
}

bool is_known_verb(const Word& word) {
  const bool third_person = word.lower.ends_with("s");
  return (!third_person && !language::rows_with(VerbForm::kFinite, word.lower).empty()) ||
         !language::rows_with(VerbForm::kProgressive, word.lower).empty() ||
         !language::rows_with(VerbForm::kPerfect, word.lower).empty();
}

/// "Signed up for karate", "Visited my aunt"; not "United Airlines".
bool is_past(Sentence clause) {
  constexpr std::uint64_t kObject =
      language::kDeterminer | language::kDeictic | language::kPreposition | language::kNumber;
  return clause.size() > 1 && clause[0].lower.size() >= kPastLettersMin && clause[0].lower.ends_with("ed") &&
         (clause[1].in(kObject) || clause[1].is("up") || clause[1].is("out"));
}

bool is_denied(Sentence clause) {
  const bool helped = clause.size() > 2 && is_one_of(kDenied, clause[0].lower) && clause[1].is("not");
  const bool ended = clause.size() > 1 && (clause[0].is("no") && clause[1].is("longer"));
  return helped || ended || (clause.size() > 1 && (clause[0].is("not") || clause[0].is("never")));
}

}  // namespace

bool is_elided_state(std::string_view lower_word) {
  return is_one_of(kStates, lower_word);
}

bool is_elided(Sentence sentence) {
  const std::size_t first = first_word(sentence);
  if (first == sentence.size() || sentence[first].quoted) {
    return false;
  }
  const Sentence clause = sentence.subspan(first, std::max(clause_at(sentence, first).end, first + 1) - first);
  const Word& word = clause[0];
  if (is_one_of(kFirstPerson, word.lower) || is_denied(clause)) {
    return true;
  }
  const bool dated =
      word.is("on") && clause.size() > 1 && language::is_time_word(clause[1]);  // "On Fridays the shop …"
  return !dated && !has_verb_behind(clause) &&
         (is_elided_state(word.lower) || is_verb_of_change(word) || is_known_verb(word) || is_past(clause));
}

}  // namespace turnstream::change
