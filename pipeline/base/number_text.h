#pragma once
// Numbers as text, for record headers, state rows, settings and command-line flags. Threads: any.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace turnstream {

/// Reads decimal digits, signed types with an optional minus; a double also with a fraction, an exponent, or as nan or
/// inf. Absent if the text contains anything else or if the number does not fit.
template <typename Number = std::int64_t>
[[nodiscard]] std::optional<Number> read_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace turnstream
