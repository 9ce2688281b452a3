#pragma once
// Stems: English words without their plural ending, so that "ports" and "port" are one. Harman's S stemmer (D. Harman,
// "How effective is suffixing?", JASIS 42, 1991), with the plurals of words in -ie told apart. A stemming library would
// find more, but what it finds changes with its version, and stems decide which facts are one: the same log would give
// other bytes. Threads: any; pure.

#include <string>

namespace turnstream::language {

/// `word` in lower case.
[[nodiscard]] std::string stem(std::string word);

}  // namespace turnstream::language
