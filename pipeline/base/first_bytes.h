#pragma once
// The bytes of a short text as a number, without a call of memcpy, which takes longer than the rest of a search in a table. Threads:
// any; pure.

#include <cstdint>
#include <cstring>
#include <string_view>

namespace turnstream {

template <typename Number>
[[nodiscard]] inline std::uint64_t bytes_at(const char* bytes) {
  Number number = 0;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

/// The bytes as they stand in memory, zeros behind them. Precondition: at most eight bytes.
[[nodiscard]] inline std::uint64_t first_bytes(std::string_view text) {
  const std::size_t size = text.size();
  const char* const bytes = text.data();
  if (size >= 4) {  // Two reads that overlap.
    return bytes_at<std::uint32_t>(bytes) | bytes_at<std::uint32_t>(bytes + size - 4) << 8 * (size - 4);
  }
  if (size >= 2) {
    return bytes_at<std::uint16_t>(bytes) | bytes_at<std::uint16_t>(bytes + size - 2) << 8 * (size - 2);
  }
  return size == 0 ? 0 : static_cast<unsigned char>(*bytes);
}

}  // namespace turnstream
