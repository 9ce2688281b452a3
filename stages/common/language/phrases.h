#pragma once
// Phrases: where a noun phrase ends, which noun it is about, and whether a reader understands it without the
// conversation. The readers of subjects, values and predicates use these functions. A position is the index of a word
// in the sentence; a phrase is [begin, end) and not empty. Time: a phrase is read up to kPhraseWordsMax words. Threads:
// any; pure.

#include <cstdint>
#include <string>

#include "stages/common/language/sentences.h"

namespace turnstream::language {

inline constexpr std::size_t kPhraseWordsMax = 10;

/// "a", "an" or "another".
[[nodiscard]] bool is_indefinite(const Word& word);
/// A number word ("two"), or a word with a digit or one of _/:@.+# (ports, versions, paths): "8080", "/etc/hosts".
[[nodiscard]] bool is_code(const Word& word);
/// Begins with a capital letter, or is a code; "I" is not a name.
[[nodiscard]] bool is_name(const Word& word);
/// A word of five letters or more in -ing: "hiking".
[[nodiscard]] bool is_activity(const Word& word);
/// A word of the class kTimeUnit ("day", "monday", "january", "summer"), or four characters that begin with 19 or 20.
[[nodiscard]] bool is_time_word(const Word& word);

/// The words at which a phrase continues instead of ending. "I like hiking in the Alps to relax in May" has the value
/// "hiking" if no member is true, "hiking in the Alps" with prepositions.
struct Reach {
  bool prepositions = false;  ///< "in", "for", "with" …; "of", "de", "near" and "per" never end a phrase
  bool purposes = false;      ///< "to relax"
  bool times = false;         ///< "on Fridays", "in 2019", "for three years"
};

/// Where the phrase that begins at `begin` ends: before a time, a conjunction, another clause, or closing words that
/// add nothing ("too"). `begin` itself if no phrase can be read there.
[[nodiscard]] std::size_t end_of_phrase(Sentence sentence, std::size_t begin, Reach reach);
/// The noun that a phrase is about: the last word before a preposition, "named" or "called" ("house" of "a house in
/// Rome").
[[nodiscard]] const Word& head_of(Sentence sentence, std::size_t begin, std::size_t end);
/// Whether a reader understands the phrase without the conversation: "a music project", but not "that project".
[[nodiscard]] bool stands_alone(Sentence sentence, std::size_t begin, std::size_t end);
/// Whether any word of the phrase is in one of the classes.
[[nodiscard]] bool holds(Sentence sentence, std::size_t begin, std::size_t end, std::uint64_t classes);
/// The index behind the title in quotation marks that begins at `at` ("Home Alone"); `at` itself if none begins there.
[[nodiscard]] std::size_t end_of_title(Sentence sentence, std::size_t at);
/// The phrase as the person wrote it, each run of white space as one blank.
[[nodiscard]] std::string written(Sentence sentence, std::size_t begin, std::size_t end);

}  // namespace turnstream::language
