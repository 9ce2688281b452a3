#pragma once
// Words and terms of a text. A word is a run of [a-z0-9] in the text's lower case; so "don't" is don and t. Letters of Latin
// beyond ASCII separate words, as in the recipe. Of other scripts (Cyrillic, Greek, Arabic, Hangul …) a word is a run of letters,
// marks and digits in lower case without accents; of those that are written without spaces (Han, Hiragana, Thai …) one code point. A term is the
// Porter stem of a word that is not a stop word; of other scripts the word. MessageIndex reads messages with these functions,
// Ranker reads queries. Texts must be valid UTF-8. Threads: any; pure.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace turnstream::recall {

using Words = std::vector<std::string>;

[[nodiscard]] Words words_of(std::string_view text);

/// `word`: in lower case.
[[nodiscard]] bool is_stop_word(std::string_view word);

/// The terms in the order of the text; a term that stands twice is there twice.
[[nodiscard]] Words terms_of(std::string_view text);

/// Reads the terms of many texts, as terms_of() does, and gives each term an id, from 0. It remembers all words that it has read, so
/// that a word costs one search in a table when it comes again. Threads: one at a time.
class TermReader {
 public:
  /// Of the terms in the order of the text. Valid until the next call.
  [[nodiscard]] const std::vector<std::uint32_t>& ids_of(std::string_view text);
  [[nodiscard]] const std::string& term(std::uint32_t id) const { return terms_[id]; }

 private:
  std::uint32_t id_of(const std::string& word);

  std::unordered_map<std::string, std::uint32_t> by_word_;
  std::unordered_map<std::string, std::uint32_t> by_term_;
  std::vector<std::string> terms_;  ///< by id
  std::vector<std::uint32_t> ids_;
};

/// The numbers that a table has given to the terms of a reader, so that the table is not searched again. It holds as long as the table
/// takes no number back. Lifetime: borrows the reader.
struct TermNumbering {
  static constexpr std::uint32_t kNone = 0xffff'ffff;

  TermReader& reader;
  std::vector<std::uint32_t> numbers = {};  ///< by id; kNone if the table was not asked yet

  /// Calls visit(number) for each term of the text, and number_of(term) for those that the table was not asked for.
  template <typename NumberOf, typename Visit>
  void for_each(std::string_view text, NumberOf number_of, Visit visit) {
    for (const std::uint32_t id : reader.ids_of(text)) {
      if (id >= numbers.size()) {
        numbers.resize(id + 1, kNone);
      }
      if (numbers[id] == kNone) {
        numbers[id] = number_of(reader.term(id));
      }
      visit(numbers[id]);
    }
  }
};

/// The number of letters of a term that make its prefix. Terms with one prefix are often forms of one word that Porter's
/// algorithm keeps apart, or of a word in a language without a stemmer.
inline constexpr std::size_t kPrefixLetters = 5;
/// A view into the term. Precondition: the term is not empty.
[[nodiscard]] std::string_view prefix_of(std::string_view term);

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
