#pragma once
// The lines of english_words.txt that are not comments. A line that begins with "= " begins a section and names its use and, if a
// number follows, how often each of its words is used (README.md); the others are words with blanks between them. Threads: any.

#include <span>
#include <string_view>

namespace turnstream::pattern {

[[nodiscard]] std::span<const std::string_view> english_word_lines();

}  // namespace turnstream::pattern
