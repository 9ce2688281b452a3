#pragma once
// Phrases: where a noun phrase ends, what it is about, and whether it says something outside its conversation. The
// ground on which subjects, values and predicates are read. Positions are indices of words; a phrase is [begin, end),
// not empty. Bounded: no phrase is looked at beyond kPhraseWordsMax. Threads: any; pure.

#include <cstdint>
#include <string>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

inline constexpr std::size_t kPhraseWordsMax = 10;

[[nodiscard]] bool is_indefinite(const Word& word);
/// Holds a digit or a sign, as ports, versions, paths and addresses do.
[[nodiscard]] bool is_code(const Word& word);
/// Capital, or a code.
[[nodiscard]] bool is_name(const Word& word);
/// "hiking", or any other word in -ing.
[[nodiscard]] bool is_activity(const Word& word);
/// A unit of time, a day, a month, a year.
[[nodiscard]] bool is_time_word(const Word& word);

/// How far a phrase goes.
struct Reach {
  bool prepositions = false;  ///< on behind "in", "for", "with"; else only behind "of", "near", "per"
  bool purposes = false;      ///< on behind "to"
  bool times = false;         ///< on behind "on Fridays", "in 2019", "for three years"
};

/// Where the phrase that begins at `begin` ends: before times, conjunctions, other clauses, and words that mean
/// nothing at its end. `begin` itself if it cannot be read.
[[nodiscard]] std::size_t end_of_phrase(Sentence sentence, std::size_t begin, Reach reach);
/// The noun that a phrase is about: the last word before a preposition.
[[nodiscard]] const Word& head_of(Sentence sentence, std::size_t begin, std::size_t end);
/// Understood by whoever was not there: nothing points at the conversation.
[[nodiscard]] bool stands_alone(Sentence sentence, std::size_t begin, std::size_t end);
/// Whether any word is of the classes.
[[nodiscard]] bool holds(Sentence sentence, std::size_t begin, std::size_t end, std::uint64_t classes);
/// Behind the title in quotation marks that begins at `at`; `at` itself if none does.
[[nodiscard]] std::size_t end_of_title(Sentence sentence, std::size_t at);
/// As written, white space folded.
[[nodiscard]] std::string written(Sentence sentence, std::size_t begin, std::size_t end);

}  // namespace turnstream::language
