#pragma once
// StringNumbers: gives each different string a number, from 0 in the order of first appearance. MessageIndex numbers terms,
// prefixes, sessions and speakers with it. Owns copies of the strings. Threads: one that adds, or any number that find.

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "pipeline/base/check.h"

namespace turnstream::recall {

class StringNumbers {
 public:
  /// The number of the string; a new one if it has none. There are fewer than 2³² strings.
  std::uint32_t add(std::string_view text) {
    if (const auto found = numbers_.find(text); found != numbers_.end()) {
      return found->second;
    }
    TS_CHECK(numbers_.size() < UINT32_MAX);
    const auto number = static_cast<std::uint32_t>(numbers_.size());
    numbers_.emplace(text, number);
    return number;
  }

  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view text) const {
    const auto found = numbers_.find(text);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

  [[nodiscard]] std::size_t size() const { return numbers_.size(); }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  std::unordered_map<std::string, std::uint32_t, Hash, std::equal_to<>> numbers_;
};

}  // namespace turnstream::recall
