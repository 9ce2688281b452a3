#pragma once
// Forms of a text in which the same words look the same. What ids are made of is base/utf8.h's normalise().
// Threads: any; pure.

#include <string>
#include <string_view>

namespace turnstream::language {

/// Each run of white space one blank, none at either end.
[[nodiscard]] std::string folded(std::string_view text);

/// With ' for each typographic apostrophe.
[[nodiscard]] std::string with_plain_apostrophes(std::string_view text);

}  // namespace turnstream::language
