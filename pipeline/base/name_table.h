#pragma once
// NameTable: the words by which records spell an enumeration. The enumerators count from 0 and the table lists them in
// that order; the tests of the tables check it. Threads: any.

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>

namespace turnstream {

template <typename Enum, std::size_t N>
using NameTable = std::array<std::pair<Enum, std::string_view>, N>;

template <typename Enum, std::size_t N>
constexpr std::string_view name_in(const NameTable<Enum, N>& table, Enum value) {
  return table[static_cast<std::size_t>(value)].second;
}

/// Absent: the table has no such name.
template <typename Enum, std::size_t N>
constexpr std::optional<Enum> value_in(const NameTable<Enum, N>& table, std::string_view name) {
  for (const auto& [value, text] : table) {
    if (text == name) {
      return value;
    }
  }
  return std::nullopt;
}

}  // namespace turnstream
