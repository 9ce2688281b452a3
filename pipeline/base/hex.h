#pragma once
// hex_digit_value: reads a hexadecimal digit. Threads: pure function.

#include <cstdint>
#include <optional>

namespace turnstream {

/// 0 to 15, also for capitals; absent for another character.
[[nodiscard]] constexpr std::optional<std::uint8_t> hex_digit_value(char c) {
  if (c >= '0' && c <= '9') {
    return static_cast<std::uint8_t>(c - '0');
  }
  const char lower = static_cast<char>(c | 0x20);
  return lower >= 'a' && lower <= 'f' ? std::optional(static_cast<std::uint8_t>(lower - 'a' + 10)) : std::nullopt;
}

}  // namespace turnstream
