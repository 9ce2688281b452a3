#pragma once
// Classes of ASCII characters, for the rules of this folder. Internal. Threads: any; pure.

#include <array>
#include <string_view>

namespace turnstream::secrets {

/// A class is a bit, so that one look-up answers for several.
enum CharacterClass : unsigned char {
  kLower = 1,
  kUpper = 2,
  kDigit = 4,
  kJoining = 8,  ///< `_` and `-`, which occur inside names
  kBase64 = 16,  ///< `+` and `/`
  kDot = 32,
  kHigh = 64,   ///< a byte of a character that is not ASCII
  kWhite = 128  ///< space, tab, line feed, carriage return
};
inline constexpr auto kClasses = [] {
  std::array<unsigned char, 256> classes{};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    classes[c] = c >= 'a' && c <= 'z'                              ? kLower
                 : c >= 'A' && c <= 'Z'                            ? kUpper
                 : c >= '0' && c <= '9'                            ? kDigit
                 : c == '_' || c == '-'                            ? kJoining
                 : c == '+' || c == '/'                            ? kBase64
                 : c == '.'                                        ? kDot
                 : c == ' ' || c == '\t' || c == '\n' || c == '\r' ? kWhite
                 : c >= 128                                        ? kHigh
                                                                   : 0;
  }
  return classes;
}();

constexpr bool is_any(char c, int classes) {
  return (kClasses[static_cast<unsigned char>(c)] & classes) != 0;
}
constexpr bool is_lower(char c) {
  return is_any(c, kLower);
}
constexpr bool is_upper(char c) {
  return is_any(c, kUpper);
}
constexpr bool is_digit(char c) {
  return is_any(c, kDigit);
}
constexpr bool is_space(char c) {
  return is_any(c, kWhite);
}
/// A byte of a UTF-8 character after its first.
constexpr bool is_inner_byte(char c) {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}
constexpr bool is_letter(char c) {
  return is_any(c, kLower | kUpper);
}
constexpr bool is_letter_or_digit(char c) {
  return is_any(c, kLower | kUpper | kDigit);
}
/// The characters of base64, base64url and of providers' keys, without padding, and dots between them.
constexpr bool is_run_character(char c) {
  return is_any(c, kLower | kUpper | kDigit | kJoining | kBase64 | kDot);
}
/// The characters of words and names.
constexpr bool is_name_letter(char c) {
  return is_any(c, kLower | kUpper | kDigit | kHigh);
}
constexpr bool is_name_character(char c) {
  return is_any(c, kLower | kUpper | kDigit | kHigh | kJoining);
}
constexpr char lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
  if (text.size() != lower_case.size()) {
    return false;
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (lower(text[i]) != lower_case[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace turnstream::secrets
