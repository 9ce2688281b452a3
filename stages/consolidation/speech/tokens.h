#pragma once
// Tokens: the words and signs of a unit, read once for all that wording.h tells of it. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::consolidation {

/// A word in lower case with the apostrophes inside it, or one sign of punctuation.
struct Token {
  std::string text;
  bool sign = false;
  bool capital = false;
  std::uint32_t classes = 0;  ///< of a word: notes::classes_of
};

using Tokens = std::span<const Token>;

/// The first 96 words and signs.
[[nodiscard]] std::vector<Token> tokens_of(std::string_view unit);

/// The word or sign at a place; empty behind the end.
[[nodiscard]] inline std::string_view word_at(Tokens tokens, std::size_t index) {
  return index < tokens.size() ? std::string_view(tokens[index].text) : std::string_view();
}

}  // namespace turnstream::consolidation
