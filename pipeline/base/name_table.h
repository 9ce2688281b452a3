#pragma once
// NameTable: the names by which records spell the values of an enumeration. The enumerators must count up from 0 and
// the table must list them in that order; a test checks this for the tables of model/names.h. Threads: any.

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

/// The enumerator with this name; absent if the table does not contain the name.
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
