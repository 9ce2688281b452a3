#pragma once
// Texts that stand in JSON as they are: without a quote, a backslash or a control character. For the writers of this folder.
// Threads: any; pure.

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "pipeline/base/ascii_bytes.h"

namespace turnstream::json {

/// The high bit of each byte that is a quote, a backslash or a control character below 0x20; perhaps also of bytes above the
/// lowest of these.
constexpr std::uint64_t bytes_to_escape(std::uint64_t word) {
  const std::uint64_t control = (word - ascii::kEveryByte * 0x20) & ~word & ascii::kHighBits;
  return control | ascii::zero_bytes(word ^ ascii::kEveryByte * '"') |
         ascii::zero_bytes(word ^ ascii::kEveryByte * '\\');
}

constexpr std::array<bool, 256> make_escaped() {
  std::array<bool, 256> escaped{};
  for (std::size_t c = 0; c < 0x20; ++c) {
    escaped[c] = true;
  }
  escaped['"'] = true;
  escaped['\\'] = true;
  return escaped;
}

inline constexpr std::array<bool, 256> kEscaped = make_escaped();

inline bool must_escape(char c) {
  return kEscaped[static_cast<unsigned char>(c)];
}

/// Whether four to seven bytes have none to escape.
inline bool is_plain_short(const char* bytes, std::size_t size) {
  const auto half_word_at = [](const char* at) {
    std::uint32_t half = 0;
    std::memcpy(&half, at, sizeof half);
    return std::uint64_t{half};
  };
  const std::uint64_t last = half_word_at(bytes + size - sizeof(std::uint32_t));
  return bytes_to_escape(half_word_at(bytes) | last << 32) == 0;
}

/// Copies the text without a call of memcpy, which takes longer than such a copy, and looks at the bytes on the way. Returns
/// whether none must be escaped.
inline bool copy_plain(char* to, std::string_view text) {
  constexpr std::size_t kSize = sizeof(std::uint64_t);
  constexpr std::size_t kHalf = sizeof(std::uint32_t);
  if (text.size() >= kSize) {
    std::uint64_t found = 0;
    for (std::size_t at = 0; at + kSize < text.size(); at += kSize) {
      std::memcpy(to + at, text.data() + at, kSize);
      found |= bytes_to_escape(ascii::word_at(text.data() + at));
    }
    const std::size_t last = text.size() - kSize;
    std::memcpy(to + last, text.data() + last, kSize);
    return (found | bytes_to_escape(ascii::word_at(text.data() + last))) == 0;
  }
  if (text.size() >= kHalf) {
    const std::size_t last = text.size() - kHalf;
    std::memcpy(to, text.data(), kHalf);
    std::memcpy(to + last, text.data() + last, kHalf);
    return is_plain_short(text.data(), text.size());
  }
  bool plain = true;
  for (const char c : text) {
    *to++ = c;
    plain = plain && !must_escape(c);
  }
  return plain;
}

}  // namespace turnstream::json
