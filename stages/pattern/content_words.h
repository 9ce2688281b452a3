#pragma once
// Content words: what a text may be about. Lower-cased words in order of appearance, without stop words, words that
// are too short or too long, and words without a letter; singular and plural are one. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::pattern {

struct ContentWord {
  std::string stem;  ///< by which it is known
  std::string word;  ///< as it is read
  friend bool operator==(const ContentWord&, const ContentWord&) = default;
};

struct WordBounds {
  std::size_t words_max = 12;
  std::size_t letters_min = 4;
  std::size_t letters_max = 40;
};

/// No two of one stem. Reads no further than it has to.
[[nodiscard]] std::vector<ContentWord> content_words(std::span<const std::string_view> texts, const WordBounds& bounds);

}  // namespace turnstream::pattern
