#pragma once
// Words: splits a text into words and punctuation marks, and looks up the classes of each word. A contraction becomes
// two words ("I'm" → i, am; "don't" → do, not), so that the rules need only one spelling. A word keeps the marks inside
// it ("node.js", "10.0.0.1", "C++"); a mark before or after it is punctuation of its own, except "/" before it and the
// dot of an abbreviation. Example: "I don't use node.js." → i, do, not, use, node.js, <.>. Time: linear in the text.
// Lifetime: words borrow the text. Threads: any; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::language {

struct Word {
  std::string_view text;  ///< as written; each word of a contraction has its part of it
  std::string lower;      ///< lower case, contraction resolved: the rules compare this
  std::size_t begin = 0;  ///< offset of `text` in the whole text, in bytes
  std::size_t end = 0;
  std::uint64_t classes = 0;  ///< union of WordClass bits (lexicon.h); 0 for punctuation
  bool punctuation = false;
  bool quoted = false;      ///< the word is between quotation marks
  bool possessive = false;  ///< written with 's or s': of "dog's", `lower` is "dog"
  bool capital = false;     ///< `text` begins with a capital letter

  [[nodiscard]] bool is(std::string_view word) const { return lower == word; }
  [[nodiscard]] bool in(std::uint64_t classes_wanted) const { return (classes & classes_wanted) != 0; }
};

using Words = std::vector<Word>;

/// A message that a person types is far shorter. A longer text is a pasted file, which says nothing about the person.
inline constexpr std::size_t kTextBytesMax = std::size_t{32} * 1024;

/// The words of the first kTextBytesMax bytes of the text, in order. A line break is the punctuation "\n". Left out are
/// quotation marks (`quoted` replaces them), lines that begin with `>`, and blocks of code between lines of ```.
[[nodiscard]] Words words_of(std::string_view text);

}  // namespace turnstream::language
