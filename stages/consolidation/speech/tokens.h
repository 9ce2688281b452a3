#pragma once
// Tokens: the words and signs of a unit, read once for all that wording.h tells of it. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "stages/consolidation/speech/word_list.h"

namespace turnstream::consolidation {

/// A word in lower case with the apostrophes inside it, or one sign of punctuation. `text` is a view of its TokenList.
struct Token {
  words::Word text;
  std::uint32_t classes = 0;  ///< of a word: notes::classes_of
  bool sign = false;
  bool capital = false;
  bool content = false;  ///< a word of at least three bytes without an apostrophe, and no stop word
};

using Tokens = std::span<const Token>;

/// Owns the tokens of one unit and their letters.
class TokenList {
 public:
  static constexpr std::size_t kTokensMax = 96;

  /// The first words and signs.
  explicit TokenList(std::string_view unit, std::size_t tokens_max = kTokensMax);
  TokenList(const TokenList&) = delete;
  TokenList& operator=(const TokenList&) = delete;

  [[nodiscard]] Tokens all() const { return tokens_; }

 private:
  std::vector<char> letters_;
  std::vector<Token> tokens_;
};

/// The word or sign at a place; empty behind the end.
[[nodiscard]] inline const words::Word& word_at(Tokens tokens, std::size_t index) {
  static constexpr words::Word kNone;
  return index < tokens.size() ? tokens[index].text : kNone;
}

/// The lists that have any of the words.
[[nodiscard]] inline words::ListSet lists_of(Tokens tokens) {
  words::ListSet lists;
  for (const Token& token : tokens) {
    lists.add(token.text.lists());
  }
  return lists;
}

/// The word without the end of "week's".
[[nodiscard]] words::Word without_s(const words::Word& word);

/// A full stop, "!" or "?".
[[nodiscard]] inline bool ends_sentence(const Token& token) {
  return token.sign && (token.text == "." || token.text == "!" || token.text == "?");
}

/// Any sign but a comma.
[[nodiscard]] inline bool ends_clause(const Token& token) {
  return token.sign && token.text != ",";
}

}  // namespace turnstream::consolidation
