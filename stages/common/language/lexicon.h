#pragma once
// The lexicon: which classes a word belongs to, as the rules ask for them. English, lower case. The classes are those
// that keep facts honest: what is uncertain, reported, passing or a matter of taste. A word is added to a class by
// adding it to that class's line in lexicon.cpp. Threads: any; pure.

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

namespace turnstream::language {

enum WordClass : std::uint64_t {
  kPronoun = 1ULL << 0,        ///< stands for something that the sentence does not name: it, that, they, everything
  kDeterminer = 1ULL << 1,     ///< the, a, an, our, some: may begin a noun phrase
  kDeictic = 1ULL << 2,        ///< this, those, your, his: begins a noun phrase that cannot stand alone
  kAdverb = 1ULL << 3,         ///< may stand between a subject and its verb: also, really, currently
  kNegation = 1ULL << 4,       ///< not, never, no, nor, hardly
  kConjunction = 1ULL << 5,    ///< begins another clause: and, but, because
  kSubordinator = 1ULL << 6,   ///< ends a value: when, while, which, until
  kHypothesis = 1ULL << 7,     ///< what follows in the sentence is not asserted: if, maybe, wish
  kReport = 1ULL << 8,         ///< what follows is somebody's word or opinion: said, think, heard
  kPreposition = 1ULL << 9,    ///< in, at, for, with
  kAuxiliary = 1ULL << 10,     ///< do, will, can, have, be in all forms
  kEvaluation = 1ULL << 11,    ///< a judgement, no property: great, awful, fun
  kPassing = 1ULL << 12,       ///< will not be so tomorrow: tired, happy, busy, ready
  kLasting = 1ULL << 13,       ///< an adjective worth remembering of a person: vegetarian, married, german
  kProperty = 1ULL << 14,      ///< an adjective worth remembering of a thing: blue, deprecated, read-only
  kTime = 1ULL << 15,          ///< today, now, yesterday, lately
  kTimeUnit = 1ULL << 16,      ///< day, weeks, months, monday, january
  kSmallTalk = 1ULL << 17,     ///< a noun that is no possession or role: question, idea, chance, time, lot
  kOpening = 1ULL << 18,       ///< may open a sentence without meaning: well, yeah, oh, btw
  kIntensifier = 1ULL << 19,   ///< so, too, very, such, quite
  kQuestionWord = 1ULL << 20,  ///< what, why, how, where
  kJoke = 1ULL << 21,          ///< lol, haha, kidding
  kNumber = 1ULL << 22,        ///< two, dozen; digits
  kClosing = 1ULL << 23,       ///< may end a value without meaning: too, though, anymore, myself
  kVague = 1ULL << 24,         ///< a noun that says nothing alone: thing, stuff, way, one
  kBareNoun = 1ULL << 25,      ///< one has it without an article: kids, asthma, pets
  kEveryday = 1ULL << 28,      ///< in every conversation: what is talked about is something else
  kTask = 1ULL << 29,          ///< belongs to the work at hand: the answer, the error, the function
  kSetting = 1ULL << 27,       ///< has one value at a time, that may be any word: port, level, branch, hobby
  kKin = 1ULL << 26,           ///< sister, boss, friend: a person by relation to the speaker
};

[[nodiscard]] std::uint64_t classes_of(std::string_view lower_word);
/// Of the last word of a phrase in lower case: "port" of "api port".
[[nodiscard]] std::uint64_t classes_of_last(std::string_view phrase);

/// For lists of a few words that one rule alone asks for.
[[nodiscard]] inline bool is_one_of(std::span<const std::string_view> list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

}  // namespace turnstream::language
