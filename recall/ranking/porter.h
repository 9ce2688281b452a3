#pragma once
// The stem of an English word, by the original algorithm of M. F. Porter, "An algorithm for suffix stripping", Program
// 14 (3), 1980. Its later revisions (Snowball's "english", and the departures in libstemmer's "porter") give other stems for
// some words, and stems are part of an index: this function must not change. terms_of() calls it for each word.
// Time is linear in the word. Threads: any; pure.

#include <string>
#include <string_view>

namespace turnstream::recall {

/// `word`: in lower case; a byte other than a vowel or `y` counts as a consonant. Words of one or two letters stay as they
/// are.
[[nodiscard]] std::string porter_stem(std::string_view word);

}  // namespace turnstream::recall
