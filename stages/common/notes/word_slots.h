#pragma once
// WordSlots: a value for each of some words, found with one look-up: a table with open addressing, because every word of every
// message is looked up. A word stands in its slot as two numbers, so that no bytes are compared. Threads: any, once it is made.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "pipeline/base/check.h"
#include "pipeline/base/first_bytes.h"

namespace turnstream::notes {

/// For words of at most 16 bytes, fewer than a third of 2 to the power of `kSlotBits`, so that lookups end soon.
template <typename Value, int kSlotBits>
class WordSlots {
 public:
  /// The value of the word, which is added if it is not there.
  Value& at(std::string_view word) {
    TS_CHECK(!word.empty() && word.size() <= kWordBytesMax);
    const Key key = key_of(word);
    Slot& slot = slots_[place_of(key)];
    words_ += slot.key.first == 0 ? 1 : 0;
    TS_CHECK(words_ * 3 < slots_.size());
    slot.key = key;
    return slot.value;
  }

  /// The value of the word; as it was made if the word is not there.
  [[nodiscard]] Value find(std::string_view word) const {
    return word.size() > kWordBytesMax ? Value() : slots_[place_of(key_of(word))].value;
  }

 private:
  static constexpr std::size_t kWordBytesMax = 16;

  /// The bytes of a word, with zeros behind them.
  struct Key {
    std::uint64_t first = 0;  ///< 0 in a free slot
    std::uint64_t second = 0;
    friend bool operator==(const Key&, const Key&) = default;
  };
  struct Slot {
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
