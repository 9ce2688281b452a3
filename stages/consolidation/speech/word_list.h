#pragma once
// Lists of words that are looked up for each word of a message. Threads: constants.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace turnstream::consolidation::words {

/// Words in alphabetical order. Most words of a message are in no list, which a bit shows.
template <std::size_t N>
class List {
 public:
  constexpr explicit List(const std::string_view (&words)[N]) : words_(std::to_array(words)) {
    for (const std::string_view word : words_) {
      marks_[mark_of(word) / 64] |= std::uint64_t{1} << mark_of(word) % 64;
    }
  }

  [[nodiscard]] constexpr auto begin() const { return words_.begin(); }
  [[nodiscard]] constexpr auto end() const { return words_.end(); }
  [[nodiscard]] constexpr bool has(std::string_view word) const {
    return !word.empty() && (marks_[mark_of(word) / 64] >> mark_of(word) % 64 & 1) != 0 &&
           std::binary_search(begin(), end(), word);
  }

 private:
  static constexpr std::size_t mark_of(std::string_view word) {
    return (static_cast<unsigned char>(word.front()) * 31U + static_cast<unsigned char>(word.back()) * 7U +
            word.size()) %
           256;
  }

  std::array<std::string_view, N> words_;
  std::array<std::uint64_t, 4> marks_{};
};

}  // namespace turnstream::consolidation::words
