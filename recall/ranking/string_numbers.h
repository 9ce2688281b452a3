#pragma once
// StringNumbers: gives each different string a number. New strings get the numbers of removed ones, else the next number,
// from 0. PostingTable numbers terms with it, MessageIndex sessions, Speakers names, the index of a persona its ids. Owns copies
// of the strings. Threads: one that changes it, or any number that find.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::recall {

class StringNumbers {
 public:
  /// The number of the string; a new one if it has none. There are fewer than 2³² − 1 strings.
  std::uint32_t add(std::string_view text);
  /// The number that the string had: the next new string gets it. Precondition: the string has a number.
  std::uint32_t remove(std::string_view text);
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const;

  /// How many strings have a number. Rows by number have at most as many elements as there ever were strings at one time.
  [[nodiscard]] std::size_t size() const { return next_ - unused_.size(); }

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const;

 private:
  static constexpr std::uint32_t kFree = 0xffff'ffff;
  /// A place of the table, which is found from the hash by linear probing.
  struct Entry {
    std::uint32_t hash = 0;
    std::uint32_t number = kFree;
    std::string text;
  };

  [[nodiscard]] std::size_t home_of(std::uint32_t hash) const {
    return static_cast<std::size_t>(std::uint64_t{hash} * entries_.size() >> 32U);
  }
  /// The place of the string, or the free one where it belongs. Precondition: there is a free one.
  [[nodiscard]] std::size_t place_of(std::string_view text, std::uint32_t hash) const;
  [[nodiscard]] std::uint32_t take_number();
  void resize(std::size_t size);

  std::vector<Entry> entries_;
  std::uint32_t next_ = 0;             ///< all numbers are below it
  std::vector<std::uint32_t> unused_;  ///< numbers of removed strings
  std::size_t string_bytes_ = 0;
};

}  // namespace turnstream::recall
