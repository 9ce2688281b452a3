#pragma once
// Text as Unicode: lengths and cuts in code points, simple lower case (Unicode 14), white space, and the one normal
// form in which texts are compared and ids are made. Input is valid UTF-8; a byte that is not passes through as it is.
// Threads: any.

#include <cstddef>
#include <string>
#include <string_view>

namespace turnstream {

/// How many code points `text` has.
[[nodiscard]] std::size_t count_code_points(std::string_view text);

/// The first `limit` code points of `text`: a view into it.
[[nodiscard]] std::string_view first_code_points(std::string_view text, std::size_t limit);

struct CodePoint {
  char32_t value = 0;
  std::size_t size = 1;  ///< bytes it takes
};

/// The code point that begins at `at`. Precondition: at < text.size().
[[nodiscard]] CodePoint code_point_at(std::string_view text, std::size_t at);
void append_code_point(std::string& out, char32_t code_point);

/// The text with U+FFFD for each byte that is no part of valid UTF-8 (overlong forms and surrogates are not), for where
/// bytes of any origin have to be shown.
[[nodiscard]] std::string shown_as_utf8(std::string_view bytes);

[[nodiscard]] char32_t to_lower(char32_t code_point);
[[nodiscard]] bool is_white_space(char32_t code_point);
/// Letters, marks, numbers and `_`.
[[nodiscard]] bool is_word_character(char32_t code_point);

/// The next run of word characters from `at` on, empty if there is none; `at` moves behind it.
[[nodiscard]] std::string_view next_word(std::string_view text, std::size_t& at);

[[nodiscard]] std::string to_lower(std::string_view text);
void append_to_lower(std::string& out, std::string_view text);

/// Lower case, each run of white space folded to one blank, trimmed, all final `.` and `!` removed.
[[nodiscard]] std::string normalise(std::string_view text);

}  // namespace turnstream
