#pragma once
// Words: a text cut into words and punctuation, with what the tables say of each word. Contractions are taken apart
// ("I'm" → i, am; "don't" → do, not), so that rules see the same words however they were written. A word may hold
// anything but white space inside ("node.js", "10.0.0.1", "C++"); what stands around it is punctuation of its own.
// Linear in the text. Lifetime: words borrow the text. Threads: any; pure.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::language {

struct Word {
  std::string_view text;  ///< as written; of a contraction each word has its own part
  std::string lower;      ///< as rules see it
  std::size_t begin = 0;  ///< in the text, bytes
  std::size_t end = 0;
  std::uint64_t classes = 0;  ///< of lexicon.h; punctuation has none
  bool punctuation = false;
  bool quoted = false;      ///< between quotation marks
  bool possessive = false;  ///< "dog's": lower is "dog"
  bool capital = false;     ///< begins with a capital letter as written

  [[nodiscard]] bool is(std::string_view word) const { return lower == word; }
  [[nodiscard]] bool in(std::uint64_t classes_wanted) const { return (classes & classes_wanted) != 0; }
};

using Words = std::vector<Word>;

/// What a person writes in one message is far shorter; the rest of a pasted file says nothing of the person.
inline constexpr std::size_t kTextBytesMax = std::size_t{32} * 1024;

/// Of a text the first kTextBytesMax are read. Quotation marks themselves are left out; a line break is the punctuation
/// "\n". Lines that begin with `>` and what stands between lines of ``` are left out.
[[nodiscard]] Words words_of(std::string_view text);

}  // namespace turnstream::language
