#pragma once
// StringNumbers: gives each different string a number. New strings get the numbers of removed ones, else the next number,
// from 0. PostingTable numbers terms with it, MessageIndex sessions, Speakers names. Owns copies of the strings.
// Threads: one that changes it, or any number that find.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "pipeline/base/check.h"
#include "recall/ranking/heap_bytes.h"

namespace turnstream::recall {

class StringNumbers {
 public:
  /// The number of the string; a new one if it has none. There are fewer than 2³² strings.
  std::uint32_t add(std::string_view text) {
    if (const auto found = numbers_.find(text); found != numbers_.end()) {
      return found->second;
    }
    const std::uint32_t number = take_number();
    numbers_.emplace(text, number);
    string_bytes_ += string_heap_bytes(text);
    return number;
  }

  /// The number that the string had: the next new string gets it. Precondition: the string has a number.
  std::uint32_t remove(std::string_view text) {
    const auto found = numbers_.find(text);
    TS_CHECK(found != numbers_.end());
    const std::uint32_t number = found->second;
    string_bytes_ -= string_heap_bytes(text);
    numbers_.erase(found);
    unused_.push_back(number);
    return number;
  }

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  /// How many strings have a number. Rows by number have at most as many elements as there ever were strings at one time.
  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

  /// An estimate.
  [[nodiscard]] std::size_t memory_bytes() const {
    return numbers_.size() * entry_bytes<Map>() + string_bytes_ +
           heap_bytes(unused_.capacity() * sizeof(std::uint32_t));
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  using Map = std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>>;

  std::uint32_t take_number() {
    if (!unused_.empty()) {
      const std::uint32_t number = unused_.back();
      unused_.pop_back();
      return number;
    }
    TS_CHECK(numbers_.size() < UINT32_MAX);
    return static_cast<std::uint32_t>(numbers_.size());
  }

  Map numbers_;
  std::vector<std::uint32_t> unused_;  ///< with those of numbers_: all numbers from 0 up, each once
  std::size_t string_bytes_ = 0;
};

}  // namespace turnstream::recall
