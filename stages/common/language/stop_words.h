#pragma once
// Stop words: English function words of four letters and more, lower case; what is left is what a text is about.
// Shorter words are left out of tags and topics by their length. Threads: any; pure.

#include <cstddef>
#include <string_view>

namespace turnstream::language {

/// Whether the word has a letter and is of an allowed length, in code points: a tag or topic may be made of it.
[[nodiscard]] bool can_be_content(std::string_view word, std::size_t letters_min, std::size_t letters_max);

[[nodiscard]] bool is_stop_word(std::string_view lower_word);

}  // namespace turnstream::language
