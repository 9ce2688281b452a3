#pragma once
// Stems: removes the plural ending of an English word, so that "ports" and "port" are the same. This is Harman's S
// stemmer (D. Harman, "How effective is suffixing?", JASIS 42, 1991), with a list of words in -ie ("movies" → "movie",
// not "movy"). We use no stemming library, because its results can change with its version: stems decide which texts
// are the same fact, so another version would give other bytes for the same log. Threads: any; pure.

#include <string>

namespace turnstream::language {

/// The word, which must be in lower case, without its plural ending.
[[nodiscard]] std::string stem(std::string word);

}  // namespace turnstream::language
