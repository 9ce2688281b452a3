#pragma once
// Unicode text: lengths and cuts in code points, simple lower case (Unicode 14), white space, words, and a normal form,
// in which texts are compared. Texts must be valid UTF-8; only find_utf8_fault() and shown_as_utf8() take any bytes.
// Threads: any.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace turnstream {

/// The number of code points in `text`.
[[nodiscard]] std::size_t count_code_points(std::string_view text);

/// The first `limit` code points of `text`, or all if it has fewer, as a view into it.
[[nodiscard]] std::string_view first_code_points(std::string_view text, std::size_t limit);

struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;  ///< the code point's length in bytes
};

/// The same as code_point_at(), for a byte that is not ASCII.
[[nodiscard]] CodePoint code_point_beyond_ascii_at(std::string_view text, std::size_t at);
/// The code point that begins at byte `at`. Precondition: at < text.size().
[[nodiscard]] inline CodePoint code_point_at(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return lead < 0x80 ? CodePoint{lead, 1} : code_point_beyond_ascii_at(text, at);
}
void append_code_point(std::string& out, char32_t code_point);

/// The offset of the first byte sequence that is not valid UTF-8; absent if all bytes are valid. Overlong forms and
/// surrogates are not valid.
[[nodiscard]] std::optional<std::size_t> find_utf8_fault(std::string_view bytes);

/// Makes valid UTF-8 of any bytes: each byte that is not part of valid UTF-8 becomes U+FFFD. Overlong forms and
/// surrogates are not valid. Control characters stay.
[[nodiscard]] std::string shown_as_utf8(std::string_view bytes);

[[nodiscard]] char32_t to_lower_beyond_ascii(char32_t code_point);
[[nodiscard]] inline char32_t to_lower(char32_t c) {
  if (c >= 0x80) {
    return to_lower_beyond_ascii(c);
  }
  return c >= U'A' && c <= U'Z' ? c + (U'a' - U'A') : c;
}
[[nodiscard]] bool is_white_space(char32_t code_point);
/// True for `_`, letters, marks, numbers, and unassigned code points between letters, marks or numbers.
[[nodiscard]] bool is_word_character(char32_t code_point);

/// The next run of word characters at or after byte `at`; moves `at` to the end of that run. Without such a run: empty,
/// and `at` becomes text.size().
[[nodiscard]] std::string_view next_word(std::string_view text, std::size_t& at);

[[nodiscard]] std::string to_lower(std::string_view text);
void append_to_lower(std::string& out, std::string_view text);

/// The normal form: lower case, each run of white space replaced by one space, none at the start, and all `.`, `!`
/// and spaces removed from the end.
[[nodiscard]] std::string normalise(std::string_view text);

}  // namespace turnstream
