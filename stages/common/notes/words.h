#pragma once
// Words of a text and their stems. A word is a run of letters and digits of any script; `_` separates words, and marks
// that belong to emoji are not letters. On English text these are the words of the expression [a-z0-9]+. A stem is the
// first five code points of a word that is not a stop word. Texts must be valid UTF-8. Threads: any; pure.

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/utf8.h"

namespace turnstream::notes {

/// Whether the code point is white space or not a letter, digit or `_`; false for marks inside words.
[[nodiscard]] bool is_word_part_beyond_ascii(char32_t c);

/// Letters, digits and `_`, as \w of a regular expression.
[[nodiscard]] constexpr bool is_word_part_of_ascii(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9') || c == U'_';
}
[[nodiscard]] inline bool is_word_part(char32_t c) {
  if (c >= 0x80) {
    return is_word_part_beyond_ascii(c);
  }
  return is_word_part_of_ascii(c);
}

/// The end of the run of word parts that begins at byte `at`; `at` itself if there is none.
[[nodiscard]] std::size_t end_of_word(std::string_view text, std::size_t at);

/// A text in lower case, with each typographic apostrophe (’) as '. All tests of words read this form.
[[nodiscard]] std::string lower_form(std::string_view text);

/// One run of word parts in a lower form. With `_` inside it holds several words.
struct Word {
  std::size_t begin = 0;  ///< offset in bytes
  std::size_t end = 0;
  std::uint32_t classes = 0;  ///< bits of word_classes.h, of the whole run
  bool divided = false;       ///< `_` is in it
  bool digit = false;         ///< 0 to 9 is in it
};

/// A text, its lower form and the words in it, read once for all tests. It owns the lower form.
class ReadText {
 public:
  explicit ReadText(std::string_view text) : ReadText(LowerForm{lower_form(text)}) {}
  /// Of a text whose lower form is known.
  struct LowerForm {
    std::string text;
  };
  explicit ReadText(LowerForm lower);
  /// Appends a blank and the other text. Takes time for the other text alone.
  void append(const ReadText& other);

  [[nodiscard]] const std::string& lower() const { return lower_; }
  [[nodiscard]] const std::vector<Word>& words() const { return words_; }
  /// The letters of a word of words(), as a view into this object.
  [[nodiscard]] std::string_view letters(const Word& word) const {
    return std::string_view(lower_).substr(word.begin, word.end - word.begin);
  }
  /// The number of words; those in a run with `_` count separately.
  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::string lower_;
  std::vector<Word> words_;
  std::size_t size_ = 0;
};

/// A stem as a number of 40 bits. Up to five bytes of UTF-8 stand in it as they are, the first one in the highest bits, so
/// the numbers have the order of the texts. A longer stem (five letters, some of them not ASCII) is its hash of 35 bits
/// behind five bits that UTF-8 never begins with.
enum class Stem : std::uint64_t {};

using Stems = std::vector<Stem>;  ///< in ascending order, each once

[[nodiscard]] Stem stem_of(std::string_view lower_word);

/// The stems of all words that are not stop words.
[[nodiscard]] Stems stems_of(const ReadText& text);
[[nodiscard]] Stems stems_of(std::string_view text);

/// Names of speakers: words that do not count as content, because they stand in every conversation of the two.
struct Names {
  std::vector<std::string> words;  ///< in lower case and ascending order, each once
  Stems stems;                     ///< of those words that are as short as a stem

  /// Whether the word, in lower case, is one of them.
  [[nodiscard]] bool has(std::string_view word) const { return std::binary_search(words.begin(), words.end(), word); }
};

[[nodiscard]] Names names_of(const std::vector<std::string_view>& names);

/// The stems that are not equal to a word of a name. (A name of six and more letters has no stem of its own here: the
/// weights were fitted with this rule.)
[[nodiscard]] Stems without_names(Stems stems, const Names& names);

}  // namespace turnstream::notes
