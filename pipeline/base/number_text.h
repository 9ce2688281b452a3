#pragma once
// Reads numbers from text. Threads: any.

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

namespace turnstream {

/// Reads decimal digits; for signed types and doubles a minus may precede them; a double may also have a fraction and
/// an exponent, or be nan or inf. Absent if the text is empty or contains anything else, or if the number does not fit.
template <typename Number = std::int64_t>
[[nodiscard]] std::optional<Number> read_number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

}  // namespace turnstream
