#pragma once
// TermReader: reads the terms of many texts, as an index is loaded. TermNumbering: the numbers that a table gives to these terms.
// Threads: one at a time.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "recall/ranking/language.h"

namespace turnstream::recall {

/// Reads the terms of many texts, as terms_of() does, and gives each term an id, from 0. It remembers all words that it has read, so
/// that a word costs one search in a table when it comes again.
class TermReader {
 public:
  explicit TermReader(const Language& language = {}) : language_(language) {}

  /// Of the terms in the order of the text. Valid until the next call.
  [[nodiscard]] const std::vector<std::uint32_t>& ids_of(std::string_view text);
  [[nodiscard]] const std::string& term(std::uint32_t id) const { return terms_[id]; }

 private:
  /// A word of at most 16 letters and digits of ASCII, in lower case: its bytes, and 0 behind them.
  struct ShortWord {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend bool operator==(const ShortWord&, const ShortWord&) = default;
  };
  /// Free if the word is empty.
  struct ShortEntry {
    ShortWord word{};
    std::uint32_t id = 0;
  };

  void add(std::uint32_t id);
  std::uint32_t id_of_short(const ShortWord& word);
  std::uint32_t id_of_other(const std::string& word);
  std::uint32_t id_of_new(const std::string& word);
  [[nodiscard]] std::size_t place_of(const ShortWord& word) const;
  void resize(std::size_t size);

  Language language_;
  std::vector<ShortEntry> short_words_;  ///< by place_of(); half of it is free
  std::size_t short_count_ = 0;
  std::unordered_map<std::string, std::uint32_t> other_words_;
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

}  // namespace turnstream::recall
