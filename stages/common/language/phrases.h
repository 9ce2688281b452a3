#pragma once
// Phrases: where a noun phrase ends, which word it is about, and whether people understand it without the conversation.
// A position is the index of a word in the sentence; a phrase is the words [begin, end) and not empty. Threads: any;
// pure.

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
/// A word of five bytes or more in -ing: "hiking".
[[nodiscard]] bool is_activity(const Word& word);
/// A word of the class kTimeUnit ("day", "monday", "january", "summer"), or four bytes that begin with 19 or 20.
[[nodiscard]] bool is_time_word(const Word& word);

/// The words at which a phrase continues instead of ending. "I like hiking in the Alps to relax in May" has the value
/// "hiking" if no member is true, "hiking in the Alps" with prepositions. "to relax" and "in May" need that member too.
struct Reach {
  bool prepositions = false;  ///< true: continues at "in", "for" …; at "of", "de", "near", "per" it always continues
  bool purposes = false;      ///< true: the phrase continues at "to relax"
  bool times = false;         ///< true: the phrase continues at "on Fridays", "in 2019", "for three years"
};

/// Where the phrase that begins at `begin` ends: for example before punctuation, a conjunction, a word that `reach`
/// excludes, or closing words that add nothing ("too"). `begin` itself if no phrase can be read there.
[[nodiscard]] std::size_t end_of_phrase(Sentence sentence, std::size_t begin, Reach reach);
/// The word that a phrase is about: "house" of "a house in Rome". It is the last word before the first preposition,
/// "named" or "called" behind the first word, or the last word of the phrase.
[[nodiscard]] const Word& head_of(Sentence sentence, std::size_t begin, std::size_t end);
/// Whether people understand the phrase without the conversation: "a music project", but not "that project". False for
/// a phrase of more than kPhraseWordsMax words.
[[nodiscard]] bool stands_alone(Sentence sentence, std::size_t begin, std::size_t end);
/// Whether any word of the phrase is in one of the classes.
[[nodiscard]] bool holds(Sentence sentence, std::size_t begin, std::size_t end, std::uint64_t classes);
/// The index behind the title in quotation marks that begins at `at` ("Home Alone"); `at` itself if none begins there.
/// A title begins with a capital letter and has at most kPhraseWordsMax words.
[[nodiscard]] std::size_t end_of_title(Sentence sentence, std::size_t at);
/// The phrase as the person wrote it, each run of white space as one blank.
[[nodiscard]] std::string written(Sentence sentence, std::size_t begin, std::size_t end);

}  // namespace turnstream::language
