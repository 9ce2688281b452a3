#pragma once
// The lexicon: which classes an English word belongs to, in lower case. A word can be in several classes ("good" is an
// evaluation and passing); a word that is in no list has no class. To add a word to a class, add it to the list of that
// class in lexicon.cpp. Threads: any; pure.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace turnstream::language {

/// One bit a class. The comment says what the class means to the rules, and after the colon some of its words. "Value"
/// is the value of a statement, unless it is a title in quotation marks.
enum WordClass : std::uint64_t {
  kPronoun = 1ULL << 0,        ///< names nothing itself, so no value contains it: it, that, they, everything
  kDeterminer = 1ULL << 1,     ///< can begin a noun phrase: the, a, an, our, some
  kDeictic = 1ULL << 2,        ///< points at the conversation, so no value contains it: this, those, your, his
  kAdverb = 1ULL << 3,         ///< can stand between a subject and its verb: also, really, currently
  kNegation = 1ULL << 4,       ///< turns a statement into a denial: not, never, no, hardly
  kConjunction = 1ULL << 5,    ///< can begin another clause: and, but, because
  kSubordinator = 1ULL << 6,   ///< ends a phrase: when, while, which, until
  kHypothesis = 1ULL << 7,     ///< what follows in the sentence is not asserted: hope, probably, assume
  kReport = 1ULL << 8,         ///< what follows is another person's word, or an opinion: said, think, heard
  kPreposition = 1ULL << 9,    ///< begins a prepositional phrase: in, at, for, with
  kAuxiliary = 1ULL << 10,     ///< a helping verb: do, will, can, have, and all forms of be
  kEvaluation = 1ULL << 11,    ///< a judgement, not a property: great, awful, fun
  kPassing = 1ULL << 12,       ///< a state that can be over tomorrow: tired, happy, busy, ready
  kLasting = 1ULL << 13,       ///< an adjective that is stored of a person: vegetarian, married, german
  kProperty = 1ULL << 14,      ///< an adjective that is stored of an object: blue, deprecated, read-only
  kTime = 1ULL << 15,          ///< a time in one word: today, now, yesterday, lately
  kTimeUnit = 1ULL << 16,      ///< can be part of a time of several words ("last week"): day, weeks, monday, january
  kSmallTalk = 1ULL << 17,     ///< a noun that is not stored as a possession, role or event: question, idea, chance
  kOpening = 1ULL << 18,       ///< skipped at the start of a sentence: well, yeah, oh, btw
  kIntensifier = 1ULL << 19,   ///< strengthens or weakens a judgement: so, too, very, quite
  kQuestionWord = 1ULL << 20,  ///< can begin a question: what, why, how, who
  kJoke = 1ULL << 21,          ///< the sentence is not meant seriously: lol, haha, kidding
  kNumber = 1ULL << 22,        ///< a number word: two, dozen; words_of() adds it to words that begin with a digit
  kClosing = 1ULL << 23,       ///< skipped at the end of a value: too, though, anymore, myself
  kVague = 1ULL << 24,         ///< a noun that needs a qualifier ("a music project"): project, stuff, way
  kBareNoun = 1ULL << 25,      ///< can be owned without an article ("I have asthma"): kids, asthma, pets
  kSetting = 1ULL << 26,       ///< a subject with one value, which can be nearly any phrase: port, level, branch, hobby
  kEveryday = 1ULL << 27,      ///< occurs in many conversations, so it is not a topic: good, know, week
  kTask = 1ULL << 28,  ///< belongs to the current work; "the answer is 42" states nothing: answer, error, function
  kKin = 1ULL << 29,   ///< a person or pet, named by its relation to the speaker: sister, boss, friend, dog
};

/// The classes of the word, as a union of bits; 0 if it is in no list.
[[nodiscard]] std::uint64_t classes_of(std::string_view lower_word);
/// The same for a word whose word_hash() is known (word_set.h).
[[nodiscard]] std::uint64_t classes_of(std::string_view lower_word, std::uint64_t hash);
/// The classes of the last word of a phrase in lower case: of "api port", those of "port".
[[nodiscard]] std::uint64_t classes_of_last(std::string_view phrase);

/// Whether the list contains the word.
[[nodiscard]] inline bool is_one_of(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace turnstream::language
