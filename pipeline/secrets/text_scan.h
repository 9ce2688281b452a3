#pragma once
// Steps through a text: spaces, words and values from a position on. No step looks further than kStepMax bytes, so that
// the time for a text is linear in its length. Internal to this folder. Threads: any; pure.

#include <cstddef>
#include <string_view>

#include "pipeline/secrets/characters.h"

namespace turnstream::secrets {

inline constexpr std::size_t kStepMax = 512;

/// At most the kStepMax bytes of `text` from `at` on.
inline std::string_view window(std::string_view text, std::size_t at) {
  return text.substr(at < text.size() ? at : text.size(), kStepMax);
}

/// True if `c` is one of `characters`.
constexpr bool is_in(char c, std::string_view characters) {
  return characters.find(c) != std::string_view::npos;
}

/// True if `at` is in the text and its character is one of `characters`.
constexpr bool has_at(std::string_view text, std::size_t at, std::string_view characters) {
  return at < text.size() && is_in(text[at], characters);
}

/// True if `word`, in any case of letters, is one of `words`, which are in lower case and separated by spaces.
constexpr bool is_word_of(std::string_view words, std::string_view word) {
  for (std::size_t at = 0; at < words.size() && !word.empty();) {
    const std::size_t space = words.find(' ', at);
    const std::size_t end = space == std::string_view::npos ? words.size() : space;
    if (equal_ignoring_case(word, words.substr(at, end - at))) {
      return true;
    }
    at = end + 1;
  }
  return false;
}

constexpr void skip_spaces(std::string_view text, std::size_t& at) {
  while (has_at(text, at, " \t")) {
    ++at;
  }
}

/// Skips what closes a name in JSON, Markdown and brackets: `"`, `\"`, `**`, `)`.
constexpr void skip_closing(std::string_view text, std::size_t& at) {
  while (has_at(text, at, "\\\"'`*)]")) {
    ++at;
  }
}

/// The offset of the next place of `value` from `at` on, in any case of letters; npos if there is none.
[[nodiscard]] std::size_t find_ignoring_case(std::string_view text, std::string_view value, std::size_t at);

/// True if `value` has letters and spaces only.
[[nodiscard]] bool is_of_words(std::string_view value);

/// True if no letter stands next to the place [begin, end).
[[nodiscard]] bool is_apart_from_letters(std::string_view text, std::size_t begin, std::size_t end);

/// True if the place [begin, end) is a token of its own: not 4821 in 148213, x4821 and 4821.5, nor 2024 in 2024-05-01.
[[nodiscard]] bool is_whole_token(std::string_view text, std::size_t begin, std::size_t end);

/// The word at `at`, with its inner `'` and `-`; empty if none begins there.
[[nodiscard]] std::string_view word_at(std::string_view text, std::size_t at);

/// True if one of the words of `text` is one of `words`, as is_word_of() compares them.
[[nodiscard]] bool has_word_of(std::string_view words, std::string_view text);

/// The word before the one that begins at `at`, if one space is between them; else empty.
[[nodiscard]] std::string_view word_before(std::string_view text, std::size_t at);

/// The value that begins at `at`: up to white space, a quote or a bracket, without punctuation at its end.
[[nodiscard]] std::string_view value_at(std::string_view text, std::size_t at);

/// The offset of the next `c` after `at`, at most kStepMax bytes further; npos if there is none.
[[nodiscard]] inline std::size_t find_near(std::string_view text, char c, std::size_t at) {
  const std::size_t found = window(text, at).find(c);
  return found == std::string_view::npos ? found : at + found;
}

}  // namespace turnstream::secrets
