#pragma once
// Stems: removes the plural ending of an English word, so that "ports" and "port" are the same. This is Harman's S
// stemmer (D. Harman, "How effective is suffixing?", JASIS 42, 1991), with a list of words in -ie ("movies" → "movie",
// not "movy") and two that stay ("series", "species"). It is not a library, because the results of a library can change
// with its version: another version would give other bytes for the same log. Threads: any; pure.

#include <string>

namespace turnstream::language {

/// The word, which must be in lower case, without its plural ending. A word under four bytes is returned as it is.
[[nodiscard]] std::string stem(std::string word);

}  // namespace turnstream::language
