#pragma once
// WordSlots: a value for each of some words, found with one look-up: a table with open addressing, because every word of every
// message is looked up. A word is kept as two numbers, so that no bytes are compared. Threads: any, once it is made.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/base/check.h"
#include "pipeline/base/first_bytes.h"

namespace turnstream::notes {

/// For words of at most 16 bytes, fewer than a third of 2 to the power of `kSlotBits`, so that lookups end soon. Most words of
/// a text are in no list: for these, a small slot is read and seldom a word.
template <typename Value, int kSlotBits>
class WordSlots {
 public:
  /// The value of the word, which is added if it is not there.
  Value& at(std::string_view word) {
    TS_CHECK(!word.empty() && word.size() <= kWordBytesMax);
    const Key key = key_of(word);
    std::uint16_t& slot = slots_[place_of(key)];
    if (slot == 0) {
      words_.push_back({key, Value()});
      TS_CHECK(words_.size() * 3 < slots_.size());
      slot = static_cast<std::uint16_t>(mark_of(hash_of(key)) | words_.size());
    }
    return words_[number_in(slot) - 1].value;
  }

  /// The value of the word; as it was made if the word is not there.
  [[nodiscard]] Value find(std::string_view word) const {
    const std::size_t number = word.size() > kWordBytesMax ? 0 : number_in(slots_[place_of(key_of(word))]);
    return number == 0 ? Value() : words_[number - 1].value;
  }

 private:
  static constexpr std::size_t kWordBytesMax = 16;
  static constexpr int kNumberBits = kSlotBits - 1;
  static constexpr int kMarkBits = 16 - kNumberBits;
  static_assert(kMarkBits > 0);

  /// The bytes of a word, with zeros behind them.
  struct Key {
    std::uint64_t first = 0;
    std::uint64_t second = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Entry {
    Key key;
    Value value{};
  };

  static Key key_of(std::string_view word) {
    constexpr std::size_t kHalf = sizeof(std::uint64_t);
    if (word.size() <= kHalf) {
      return {first_bytes(word), 0};
    }
    return {first_bytes(word.substr(0, kHalf)), first_bytes(word.substr(kHalf))};
  }

  static std::uint64_t hash_of(const Key& key) { return (key.first ^ key.second << 1) * 0x9e3779b97f4a7c15ULL; }
  /// The bits of the hash that a slot has in front of the number of its word.
  static std::size_t mark_of(std::uint64_t hash) {
    return (hash >> (64 - kSlotBits - kMarkBits) & ((1U << kMarkBits) - 1)) << kNumberBits;
  }
  static std::size_t number_in(std::uint16_t slot) { return slot & ((1U << kNumberBits) - 1); }

  /// The slot of the word, or the free one where it belongs.
  [[nodiscard]] std::size_t place_of(const Key& key) const {
    const std::uint64_t hash = hash_of(key);
    const std::size_t mark = mark_of(hash);
    std::size_t at = hash >> (64 - kSlotBits);
    while (slots_[at] != 0 &&
           ((slots_[at] ^ mark) >> kNumberBits != 0 || words_[number_in(slots_[at]) - 1].key != key)) {
      at = (at + 1) & (slots_.size() - 1);
    }
    return at;
  }

  /// 0: free; else some bits of the word's hash, and its number: its place in words_ plus one.
  std::vector<std::uint16_t> slots_ = std::vector<std::uint16_t>(std::size_t{1} << kSlotBits);
  std::vector<Entry> words_;
};

}  // namespace turnstream::notes
