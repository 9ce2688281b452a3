#pragma once
// WordSet: a list of words that is written as one text, for tables that people read: WordSet("bye hello hi"). A word is found by a hash:
// most words of a text are in no list, and for these reading one small number is enough. It has fewer than 65,536 words. It borrows
// the text, which must be a literal. Threads: any, once it is made.

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "pipeline/base/first_bytes.h"

namespace turnstream::language {

/// The words between the separators, in their order; none is empty.
[[nodiscard]] inline std::vector<std::string_view> words_between(std::string_view text, char separator = ' ') {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) {
      words.push_back(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

/// Depends on the length and on the first and the last eight bytes. Its highest bits differ the most.
[[nodiscard]] inline std::uint64_t word_hash(std::string_view word) {
  constexpr std::size_t kPart = sizeof(std::uint64_t);
  const std::uint64_t last = word.size() <= kPart ? 0 : bytes_at<std::uint64_t>(word.data() + word.size() - kPart);
  return (first_bytes(word.substr(0, kPart)) ^ std::rotl(last, 29) ^ word.size()) * 0x9e3779b97f4a7c15ULL;
}

class WordSet {
 public:
  WordSet() = default;
  /// The words between the separators.
  explicit WordSet(std::string_view words, char separator = ' ') : WordSet(words_between(words, separator)) {}
  explicit WordSet(std::span<const std::string_view> words) {
    for (const std::string_view word : words) {
      add(word);
    }
  }

  /// In the order in which they were added, each once.
  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
  [[nodiscard]] bool has(std::string_view word) const { return has(word, word_hash(word)); }
  /// The index of the word in words(), or their number if it is not there.
  [[nodiscard]] std::size_t place_of(std::string_view word) const { return place_of(word, word_hash(word)); }
  /// Both for a word whose word_hash() is known.
  [[nodiscard]] bool has(std::string_view word, std::uint64_t hash) const {
    return !slots_.empty() && slots_[slot_of(word, hash)] != 0;
  }
  [[nodiscard]] std::size_t place_of(std::string_view word, std::uint64_t hash) const {
    const std::size_t number = slots_.empty() ? 0 : slots_[slot_of(word, hash)];
    return number == 0 ? words_.size() : number - 1;
  }
  /// Adds the word, unless it is there. Returns its index in words().
  std::size_t add(std::string_view word) {
    if (2 * (words_.size() + 1) > slots_.size()) {
      grow();
    }
    std::uint16_t& number = slots_[slot_of(word, word_hash(word))];
    if (number == 0) {
      words_.push_back(word);
      number = static_cast<std::uint16_t>(words_.size());
    }
    return number - std::size_t{1};
  }

 private:
  /// The slot of the word, or the free one where it belongs. Precondition: a slot is free.
  [[nodiscard]] std::size_t slot_of(std::string_view word, std::uint64_t hash) const {
    std::size_t slot = hash >> shift_;
    while (slots_[slot] != 0 && words_[slots_[slot] - std::size_t{1}] != word) {
      slot = (slot + 1) & (slots_.size() - 1);
    }
    return slot;
  }

  void grow() {
    slots_.assign(std::bit_ceil(4 * words_.size() + 4), 0);
    shift_ = 64 - std::countr_zero(slots_.size());
    for (std::size_t i = 0; i < words_.size(); ++i) {
      slots_[slot_of(words_[i], word_hash(words_[i]))] = static_cast<std::uint16_t>(i + 1);
    }
  }

  std::vector<std::string_view> words_;
  std::vector<std::uint16_t> slots_;  ///< a power of two; 0: free; else the index of a word plus one
  int shift_ = 0;
};

}  // namespace turnstream::language
