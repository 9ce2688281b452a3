#pragma once
// Content words: the words that a text may be about, in lower case and in order of appearance. Left out are stop words,
// words of the lexicon's classes kNoTopic (content_words.cpp), words that are too short or too long, words of digits
// and `_` only. Words with the same stem (language/stems.h) are one word. Threads: any; pure.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::pattern {

struct ContentWord {
  std::string stem;  ///< the word in lower case without its plural ending: the topic's key
  std::string word;  ///< the word in lower case, as it appeared first
  friend bool operator==(const ContentWord&, const ContentWord&) = default;
};

struct WordBounds {
  std::size_t words_max = 12;
  std::size_t letters_min = 4;
  std::size_t letters_max = 40;
};

/// The content words of all texts together, at most words_max; no two of them have the same stem.
[[nodiscard]] std::vector<ContentWord> content_words(std::span<const std::string_view> texts, const WordBounds& bounds);

}  // namespace turnstream::pattern
