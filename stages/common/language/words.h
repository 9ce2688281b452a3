#pragma once
// Words: splits a text into words and punctuation marks, and looks up the classes of each word. A contraction becomes
// two words ("I'm" → i, am; "don't" → do, not), so that the rules need only one spelling. A mark such as "." or "-"
// inside a word stays in it ("node.js", "10.0.0.1"); before or after a word it is punctuation of its own, except "/"
// before it and the dot of an abbreviation. A mark such as "!" or "(" always separates words. Example: "I don't use
// node.js." → i, do, not, use, node.js, <.>. Lifetime: words borrow the text. Threads: any; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "stages/common/language/word_set.h"

namespace turnstream::language {

struct Word {
  std::string_view text;   ///< as written; each of the two words of a contraction has a part of it, which can be empty
  std::string lower;       ///< lower case, contraction resolved, without possessive 's: the rules compare this
  std::uint64_t hash = 0;  ///< word_hash(lower), computed once, because the rules look the word up in many sets
  std::size_t begin = 0;   ///< offset of `text` in the whole text, in bytes
  std::size_t end = 0;
  std::uint64_t classes = 0;  ///< union of WordClass bits (lexicon.h); 0 for punctuation and for a word without class
  bool punctuation = false;
  bool quoted = false;      ///< an opening quotation mark stands before it in the same line, and no closing one between
  bool possessive = false;  ///< written with 's or s': `lower` of "dog's" is "dog", of "dogs'" "dogs"
  bool capital = false;     ///< `text` begins with a capital letter

  [[nodiscard]] bool is(std::string_view word) const { return lower == word; }
  [[nodiscard]] bool in(std::uint64_t classes_wanted) const { return (classes & classes_wanted) != 0; }
  [[nodiscard]] bool in(const WordSet& words) const { return words.has(lower, hash); }
  void set_lower(std::string_view word) {
    lower = word;
    hash = word_hash(word);
  }
};

using Words = std::vector<Word>;

/// words_of() reads at most this many bytes of a text: a longer one is most likely a pasted file.
inline constexpr std::size_t kTextBytesMax = std::size_t{32} * 1024;

/// The words of the first kTextBytesMax bytes of the text, in order. A line break is the punctuation "\n". Left out are
/// quotation marks (`quoted` replaces them), lines that begin with > or ```, and the code between two lines with ```.
[[nodiscard]] Words words_of(std::string_view text);

}  // namespace turnstream::language
