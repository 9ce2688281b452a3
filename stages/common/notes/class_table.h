#pragma once
// ClassTable: which of several word lists hold a word, found with one look-up, for tables that people read: {kPast, "yesterday
// ago"}. It borrows the words, which must be literals. Threads: any, once it is made.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/check.h"
#include "pipeline/base/first_bytes.h"

namespace turnstream::notes {

struct ClassRow {
  std::uint32_t word_class = 0;
  std::string_view words;  ///< separated by single blanks; each of at most 16 bytes
};

/// A table with open addressing, because every word of every message is looked up. A word stands in its slot as two numbers, so
/// that no bytes are compared.
class ClassTable {
 public:
  explicit ClassTable(std::span<const ClassRow> rows) {
    for (const ClassRow& row : rows) {
      for (std::string_view rest = row.words; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        add(word, row.word_class);
        rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      }
    }
  }

  /// The classes of all rows that have the word; 0 if there is none.
  [[nodiscard]] std::uint32_t classes_of(std::string_view word) const {
    return word.size() > kWordBytesMax ? 0 : slots_[place_of(key_of(word))].classes;
  }

 private:
  static constexpr std::size_t kWordBytesMax = 16;
  static constexpr int kSlotBits = 11;
  static constexpr std::size_t kWordsMax = 768;  ///< of 2048 slots, so that lookups end soon

  /// The bytes of a word, with zeros behind them.
  struct Key {
    std::uint64_t first = 0;  ///< 0 in a free slot
    std::uint64_t second = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Slot {
    Key key;
    std::uint32_t classes = 0;
  };

  static Key key_of(std::string_view word) {
    if (word.size() <= sizeof(std::uint64_t)) {
      return {first_bytes(word), 0};
    }
    return {first_bytes(word.substr(0, sizeof(std::uint64_t))), first_bytes(word.substr(sizeof(std::uint64_t)))};
  }

  void add(std::string_view word, std::uint32_t word_class) {
    TS_CHECK(word.size() <= kWordBytesMax);
    Slot& slot = slots_[place_of(key_of(word))];
    words_ += slot.classes == 0 ? 1 : 0;
    TS_CHECK(words_ <= kWordsMax);
    slot.key = key_of(word);
    slot.classes |= word_class;
  }

  /// The slot of the word, or the free one where it belongs.
  [[nodiscard]] std::size_t place_of(const Key& key) const {
    std::size_t at = ((key.first ^ key.second << 1) * 0x9e3779b97f4a7c15ULL) >> (64 - kSlotBits);
    while (slots_[at].key.first != 0 && slots_[at].key != key) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  std::vector<Slot> slots_ = std::vector<Slot>(std::size_t{1} << kSlotBits);
  std::size_t words_ = 0;
};

}  // namespace turnstream::notes
