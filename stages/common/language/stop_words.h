#pragma once
// Stop words: English words that say nothing about the topic of a text ("about", "would"). Only words of four letters
// and more are listed, in lower case: by default, callers drop shorter words from tags and topics by their length.
// Threads: any; pure.

#include <cstddef>
#include <string_view>

namespace turnstream::language {

/// Whether the word can be part of a tag or topic: it has a character other than digits and `_`, and its length in code
/// points is from letters_min to letters_max.
[[nodiscard]] bool can_be_content(std::string_view word, std::size_t letters_min, std::size_t letters_max);

[[nodiscard]] bool is_stop_word(std::string_view lower_word);

}  // namespace turnstream::language
