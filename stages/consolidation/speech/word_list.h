#pragma once
// Lists of words, and of pairs of words, that are looked up for each word of a message. Threads: constants.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace turnstream::consolidation::words {

/// A number below 256 of a word that is not empty: equal words have equal numbers.
[[nodiscard]] constexpr std::size_t mark_of(std::string_view word) {
  return (static_cast<unsigned char>(word.front()) * 31U + static_cast<unsigned char>(word.back()) * 7U + word.size()) %
         256;
}

/// Words in alphabetical order. A table with open addressing finds a word by its mark; most words of a message are in no list,
/// which the first slot shows.
template <std::size_t N>
class List {
 public:
  constexpr explicit List(const std::string_view (&words)[N]) : words_(std::to_array(words)) {
    static_assert(N < kSlots);
    for (std::size_t i = 0; i < N; ++i) {
      std::size_t slot = mark_of(words_[i]);
      while (slots_[slot] != 0) {
        slot = (slot + 1) % kSlots;
      }
      slots_[slot] = static_cast<std::uint8_t>(i + 1);
    }
  }

  [[nodiscard]] constexpr auto begin() const { return words_.begin(); }
  [[nodiscard]] constexpr auto end() const { return words_.end(); }
  [[nodiscard]] constexpr bool has(std::string_view word) const {
    if (word.empty()) {
      return false;
    }
    for (std::size_t slot = mark_of(word); slots_[slot] != 0; slot = (slot + 1) % kSlots) {
      if (words_[slots_[slot] - 1U] == word) {
        return true;
      }
    }
    return false;
  }

 private:
  static constexpr std::size_t kSlots = 256;

  std::array<std::string_view, N> words_;
  std::array<std::uint8_t, kSlots> slots_{};  ///< the place of a word, from 1; 0 in a free slot
};

using Pair = std::array<std::string_view, 2>;

/// Two words side by side. A bit for the mark of each first word shows that most words begin no pair.
template <std::size_t N>
class Pairs {
 public:
  constexpr explicit Pairs(const Pair (&pairs)[N]) : pairs_(std::to_array(pairs)) {
    for (const Pair& pair : pairs_) {
      marks_[mark_of(pair[0]) / 64] |= std::uint64_t{1} << mark_of(pair[0]) % 64;
    }
  }

  [[nodiscard]] constexpr bool has(std::string_view first, std::string_view second) const {
    return !first.empty() && (marks_[mark_of(first) / 64] >> mark_of(first) % 64 & 1) != 0 &&
           std::any_of(pairs_.begin(), pairs_.end(),
                       [&](const Pair& pair) { return pair[0] == first && pair[1] == second; });
  }

 private:
  std::array<Pair, N> pairs_;
  std::array<std::uint64_t, 4> marks_{};
};

}  // namespace turnstream::consolidation::words
