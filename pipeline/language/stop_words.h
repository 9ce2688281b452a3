#pragma once
// Stop words: English function words of four letters and more, lower case; what is left is what a text is about.
// Shorter words are left out of tags and topics by their length. Threads: any; pure.

#include <string_view>

namespace turnstream::language {

[[nodiscard]] bool is_stop_word(std::string_view lower_word);

}  // namespace turnstream::language
