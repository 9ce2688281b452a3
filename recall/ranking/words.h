#pragma once
// Words and terms of a text. In English a word is a run of [a-z0-9] in the text's lower case; so "don't" is don and t. Letters of Latin
// beyond ASCII separate words, as in the recipe. Of other scripts (Cyrillic, Greek, Arabic, Hangul …) a word is a run of letters,
// marks and digits in lower case without accents; of those that are written without spaces (Han, Hiragana, Thai …) one code point. A term is the
// Porter stem of a word that is not a stop word; of other scripts the word. language.h says what they are in other languages.
// MessageIndex reads messages with these functions, Ranker reads queries. Texts must be valid UTF-8. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "recall/ranking/language.h"

namespace turnstream::recall {

using Words = std::vector<std::string>;

[[nodiscard]] Words words_of(std::string_view text, const Language& language = {});

/// `word`: in lower case, of English.
[[nodiscard]] bool is_stop_word(std::string_view word);

/// Of one word (words_of()); empty for a stop word.
[[nodiscard]] std::string term_of(const std::string& word, const Language& language = {});

/// The terms in the order of the text; a term that stands twice is there twice.
[[nodiscard]] Words terms_of(std::string_view text, const Language& language = {});

/// The number of letters of a term that make its prefix. Terms with one prefix are often forms of one word that Porter's
/// algorithm keeps apart, or of a word in a language without a stemmer.
inline constexpr std::size_t kPrefixLetters = 5;
/// A view into the term. Precondition: the term is not empty.
[[nodiscard]] std::string_view prefix_of(std::string_view term);
/// Whether the prefix has fewer letters than others: then the only term with it is that of the same letters.
[[nodiscard]] bool is_whole_term(std::string_view prefix);

/// Each different term or prefix of a term once, in the order of first appearance: sums over them have this order. Views into
/// `terms`.
[[nodiscard]] std::vector<std::string_view> different_terms(const Words& terms);
[[nodiscard]] std::vector<std::string_view> different_prefixes(const Words& terms);

/// Whether a run of word characters (letters, digits and `_` of any script, as \w of a regular expression) continues at
/// byte `at`. False at the end of the text. Precondition: a code point begins at `at`, or the text ends there.
[[nodiscard]] bool is_word_character_at(std::string_view text, std::size_t at);

/// The next run of word characters at or after byte `at`, as a view into the text; moves `at` to the end of that run.
/// Without such a run: empty, and `at` becomes text.size().
[[nodiscard]] std::string_view next_run(std::string_view text, std::size_t& at);

}  // namespace turnstream::recall
