#pragma once
// Lists of words, and of pairs of words, that are looked up for each word of a message. A word is looked up once, in the table of
// all lists (word_table.h), and knows then in which lists it stands. Threads: constants.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace turnstream::consolidation::words {

/// As many lists there are at most.
inline constexpr std::size_t kListsMax = 128;

/// A set of lists, by their numbers.
class ListSet {
 public:
  constexpr void add(std::size_t number) { bits_[number / 64] |= std::uint64_t{1} << number % 64; }
  constexpr void add(const ListSet& other) {
    bits_[0] |= other.bits_[0];
    bits_[1] |= other.bits_[1];
  }
  [[nodiscard]] constexpr bool has(std::size_t number) const { return (bits_[number / 64] >> number % 64 & 1) != 0; }
  /// Whether a list is in both sets.
  [[nodiscard]] constexpr bool meets(const ListSet& other) const {
    return ((bits_[0] & other.bits_[0]) | (bits_[1] & other.bits_[1])) != 0;
  }

 private:
  std::array<std::uint64_t, kListsMax / 64> bits_{};
};

/// A word of a message, with the lists that have it. An empty one is in no list.
class Word : public std::string_view {
 public:
  constexpr Word() = default;
  constexpr Word(std::string_view text, const ListSet& lists) : std::string_view(text), lists_(lists) {}
  [[nodiscard]] constexpr const ListSet& lists() const { return lists_; }

 private:
  ListSet lists_;
};

/// Words in alphabetical order. The number is that of no other list.
template <std::size_t N>
class List {
 public:
  constexpr List(std::size_t number, const std::string_view (&words)[N])
      : number_(number), words_(std::to_array(words)) {}

  [[nodiscard]] constexpr std::size_t number() const { return number_; }
  [[nodiscard]] constexpr auto begin() const { return words_.begin(); }
  [[nodiscard]] constexpr auto end() const { return words_.end(); }
  [[nodiscard]] constexpr bool has(const Word& word) const { return word.lists().has(number_); }
  /// The same for a text that does not come from a TokenList, in more time.
  [[nodiscard]] constexpr bool has_text(std::string_view text) const {
    return std::binary_search(words_.begin(), words_.end(), text);
  }

 private:
  std::size_t number_;
  std::array<std::string_view, N> words_;
};

template <typename... Lists>
[[nodiscard]] constexpr ListSet set_of(const Lists&... lists) {
  ListSet set;
  (set.add(lists.number()), ...);
  return set;
}

using Pair = std::array<std::string_view, 2>;

/// Two words side by side. As a list, it has the first words.
template <std::size_t N>
class Pairs {
 public:
  constexpr Pairs(std::size_t number, const Pair (&pairs)[N]) : number_(number), pairs_(std::to_array(pairs)) {}

  [[nodiscard]] constexpr std::size_t number() const { return number_; }
  [[nodiscard]] constexpr auto begin() const { return pairs_.begin(); }
  [[nodiscard]] constexpr auto end() const { return pairs_.end(); }
  [[nodiscard]] constexpr bool has(const Word& first, std::string_view second) const {
    return first.lists().has(number_) && std::any_of(pairs_.begin(), pairs_.end(), [&](const Pair& pair) {
             return pair[0] == first && pair[1] == second;
           });
  }

 private:
  std::size_t number_;
  std::array<Pair, N> pairs_;
};

}  // namespace turnstream::consolidation::words
