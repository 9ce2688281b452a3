#include "stages/common/change/actors.h"

#include <string_view>

#include "stages/common/change/real.h"
#include "stages/common/change/topic_words.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/word_set.h"

namespace turnstream::change {
namespace {

using language::Word;
using Sentence = std::span<const Word>;

bool is_german(const CueRow& row) {
  static const language::WordSet kGerman(
      "abgeschafft abgemeldet aufgegeben aufgehört ausgetreten gekündigt getrennt gewechselt gezogen kein keine keinen nicht "
      "umgestiegen umgezogen verkauft");
  return kGerman.has(row.phrase.substr(0, row.phrase.find(' ')));
}

/// Words with which a phrase begins that tells what its subject does, has or is: an end of Anna's is none of the speaker's.
bool tells_of_subject(Sentence sentence, const CueRow& row, std::size_t begin) {
  static const language::WordSet kOfSubject(
      "broke came canceled cancelled ditched done dropped exchanged fed finished gave given gone got gotten grew left lost "
      "migrated never no not outgrew outgrown quit relocated resigned sick sold split stopped swapped switched traded "
      "unsubscribed uninstalled weaned went withdrawn withdrew");
  const std::string_view first = row.phrase.substr(0, row.phrase.find(' '));
  const bool dismissed = row.phrase.ends_with(" from") && (first == "fired" || first == "laid" || first == "sacked");
  return row.where != Where::kFront &&
         (kOfSubject.has(first) || is_german(row) || dismissed || moves(sentence, row, begin));
}

/// Words between a subject and its verb, and times in front of both.
bool is_beside_subject(const Word& word) {
  static const language::WordSet kBeside("all both each finally have has had just last recently then already");
  return word.in(language::kAuxiliary | language::kAdverb | language::kNegation | language::kTime |
                 language::kTimeUnit | language::kPreposition) ||
         word.in(kBeside);
}

}  // namespace

bool is_passive_mark(const Word& word) {
  static const language::WordSet kPassive("are be been being get gets got is was were wird wurde");
  return word.in(kPassive);
}

bool moves(Sentence sentence, const CueRow& row, std::size_t begin) {
  const bool moved = row.phrase.starts_with("moved") && begin + 1 < sentence.size();
  return !row.about.empty() || (moved && (sentence[begin + 1].is("from") || sentence[begin + 1].is("to")));
}

std::optional<std::size_t> owner_of(Sentence sentence, const CueRow& row, std::size_t begin) {
  static constexpr std::string_view kSelf[] = {"i", "we", "us", "me", "my", "our", "ich", "wir", "uns"};
  const Clause clause = clause_at(sentence, begin);
  std::optional<std::size_t> owner;
  for (std::size_t at = clause.begin; at < begin && row.where != Where::kFront; ++at) {
    const Word& word = sentence[at];
    const std::uint16_t bits = meaning_of(word.lower).bits;
    const bool self = language::is_one_of(kSelf, word.lower);
    if (self || is_passive_mark(word)) {
      return std::nullopt;  // in the passive the object stands in front
    }
    const bool follows = at + 1 == begin || sentence[at + 1].in(language::kAuxiliary | language::kAdverb);
    const bool name = word.capital && follows && (bits & kValue) == 0 && !meaning_of(word.lower).root.empty() &&
                      !word.in(language::kPronoun | language::kDeterminer | language::kAdverb | language::kTime);
    owner = !owner.has_value() && name ? std::optional(at) : owner;
  }
  return owner;
}

std::pair<Actor, std::size_t> actor_of(Sentence sentence, const CueRow& row, std::size_t begin) {
  static const language::WordSet kSpeaker("i me we us");
  static const language::WordSet kSomeone("everybody everyone he she someone somebody they who");
  static const language::WordSet kVague("it nobody none that there this what which you");
  static const language::WordSet kStates(
      "done fed finished fired gone got gotten laid never no not out sacked sick weaned");
  if (!tells_of_subject(sentence, row, begin)) {
    return {Actor::kNobody, begin};
  }
  if (is_german(row)) {
    const auto owner = owner_of(sentence, row, begin);
    return owner.has_value() ? std::pair(Actor::kOther, *owner) : std::pair(Actor::kNobody, begin);
  }
  const bool active = !kStates.has(row.phrase.substr(0, row.phrase.find(' ')));
  Clause clause = clause_at(sentence, begin);
  std::size_t at = begin;
  while (at > clause.begin && is_beside_subject(sentence[at - 1])) {
    if (active && is_passive_mark(sentence[at - 1])) {
      return {Actor::kNobody, begin};
    }
    --at;
  }
  if (at == clause.begin && at > 1 && sentence[at - 1].is("who")) {
    return {Actor::kOther, at - 2};
  }
  if (at == clause.begin && at > 0 && sentence[at - 1].is(",")) {
    // Of "Karl, my brother, left" the subject stands in front of both commas.
    const Clause between = clause_at(sentence, at - 2);
    const bool apposition = at > 3 && between.begin > 1 && sentence[between.begin - 1].is(",");
    at = apposition ? between.begin - 1 : at;
    clause.begin = apposition ? clause_at(sentence, at - 1).begin : clause.begin;
  }
  if (at > clause.begin && (sentence[at - 1].is("and") || sentence[at - 1].is("then"))) {
    at = clause.begin + 1;  // "Anna packed up and left"
    at += at < begin && sentence[at - 1].in(language::kDeterminer) ? 1 : 0;
  }
  if (at == clause.begin) {
    return {Actor::kNobody, begin};
  }
  const Word& subject = sentence[at - 1];
  if (subject.in(kSpeaker)) {
    return {Actor::kSpeaker, begin};
  }
  if (subject.punctuation || subject.in(kVague)) {
    return {Actor::kNobody, begin};
  }
  return {Actor::kOther, subject.in(kSomeone) ? begin : at - 1};
}

}  // namespace turnstream::change
