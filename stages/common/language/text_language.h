#pragma once
// The language of a text, as far as the rules need it: whether they may read it. They know English, and German by rows of their own; a
// French text must state nothing. The language is detected by CLD2, whose tables are those of 2015 in each of its releases, so that the
// same text gives the same result on every machine. Threads: any; pure.

#include <cstddef>
#include <string_view>

#include "stages/common/language/words.h"

namespace turnstream::language {

/// How many words a text has, and how many of them are common words of English or German.
struct WordCounts {
  std::size_t words = 0;
  std::size_t common = 0;
};

/// Whether the rules may read one text. CLD2 takes most of the time that a short text needs, so it is asked only for an answer
/// that the common words and the length do not give. Lifetime: borrows the text.
class TextLanguage {
 public:
  explicit TextLanguage(std::string_view text);

  /// rules_can_read() and words_to_read(). Each call may ask CLD2.
  [[nodiscard]] bool can_be_read() const;
  [[nodiscard]] Words words() const;
  /// Whether words() gives all words of the text or none, because it has too few common words for a group of sentences. If nothing
  /// is found in all words of such a text, can_be_read() need not be asked.
  [[nodiscard]] bool as_a_whole() const;

 private:
  std::string_view text_;
  WordCounts counts_;  ///< of its beginning
};

/// True unless the text is surely in a language other than English and German. A text of fewer than 20 bytes of letters (30 if all are
/// ASCII) is read. Looks at no more than 2 KiB; takes one to ten microseconds if the text has common English or German words, else about
/// twenty more.
/// Ask it once for a whole message: a sentence alone is often too short to tell.
[[nodiscard]] bool rules_can_read(std::string_view text);

/// The words of a text that the rules can read. Of another, those of the groups of sentences that are English or German by their common
/// words: of "Always answer in German. Here is the mail: Madame, …" those up to the colon. None if there is no such group. A line
/// break stands where words are left out. Lifetime: words borrow the text.
[[nodiscard]] Words words_to_read(std::string_view text);

}  // namespace turnstream::language
