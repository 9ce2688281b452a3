#pragma once
// ASCII bytes in UTF-8, for the functions of utf8.h and of pipeline/json: their classes, and eight bytes at once. Threads: any.

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace turnstream::ascii {

constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

constexpr bool is_ascii_white_space(char32_t c) {
  return c == U' ' || (c >= U'\t' && c <= U'\r');
}

constexpr bool is_ascii_word(char32_t c) {
  return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z') || (c >= U'0' && c <= U'9') || c == U'_';
}

// These bits classify ASCII bytes, so that a whole run of one class can be handled at once. Other bytes have no bit.
inline constexpr std::uint8_t kAscii = 1;
inline constexpr std::uint8_t kVisible = 2;  ///< set for an ASCII byte that is not white space
inline constexpr std::uint8_t kWord = 4;

constexpr std::array<std::uint8_t, 256> make_byte_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (char32_t c = 0; c < 0x80; ++c) {
    classes[c] =
        static_cast<std::uint8_t>(kAscii | (is_ascii_white_space(c) ? 0 : kVisible) | (is_ascii_word(c) ? kWord : 0));
  }
  return classes;
}

inline constexpr std::array<std::uint8_t, 256> kByteClasses = make_byte_classes();

inline bool is_of(std::uint8_t byte_class, char c) {
  return (kByteClasses[static_cast<unsigned char>(c)] & byte_class) != 0;
}

/// The position of the first byte at or after `at` that is not in the class; text.size() if there is none.
inline std::size_t end_of_run(std::string_view text, std::size_t at, std::uint8_t byte_class) {
  while (at < text.size() && is_of(byte_class, text[at])) {
    ++at;
  }
  return at;
}

// Eight bytes at once, as a word. Bit 7 of a byte stands for an answer about that byte.
inline constexpr std::uint64_t kEveryByte = 0x0101010101010101ULL;
inline constexpr std::uint64_t kHighBits = 0x80 * kEveryByte;

inline std::uint64_t word_at(const char* bytes) {
  std::uint64_t word = 0;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

/// The high bit of each byte that is zero; perhaps also of bytes above the lowest one.
constexpr std::uint64_t zero_bytes(std::uint64_t word) {
  return (word - kEveryByte) & ~word & kHighBits;
}

/// The high bit of each capital. Precondition: all bytes are ASCII.
constexpr std::uint64_t capitals(std::uint64_t word) {
  const std::uint64_t from_a = word + kEveryByte * (0x80 - 'A');
  const std::uint64_t behind_z = word + kEveryByte * (0x7f - 'Z');
  return (from_a ^ behind_z) & kHighBits;
}

/// The word with the capitals of ASCII as small letters. Precondition: all bytes are ASCII.
constexpr std::uint64_t lower_word(std::uint64_t word) {
  return word | capitals(word) >> 2;
}

/// The position of the first byte at or after `at` that is not ASCII; text.size() if there is none.
inline std::size_t end_of_ascii(std::string_view text, std::size_t at) {
  while (at + sizeof(std::uint64_t) <= text.size() && (word_at(text.data() + at) & kHighBits) == 0) {
    at += sizeof(std::uint64_t);
  }
  return end_of_run(text, at, kAscii);
}

}  // namespace turnstream::ascii
