#pragma once
// Makes white space and apostrophes uniform, so that rules need only one spelling. For ids use normalise() of
// base/utf8.h. Threads: any; pure.

#include <string>
#include <string_view>

namespace turnstream::language {

/// Each run of spaces, tabs and line breaks becomes one blank; at both ends it is removed.
[[nodiscard]] std::string folded(std::string_view text);

/// Each typographic apostrophe (’) becomes '.
[[nodiscard]] std::string with_plain_apostrophes(std::string_view text);

}  // namespace turnstream::language
