#pragma once
// Terms: the words and pairs of adjacent words of a text that can be a topic, by the vocabulary (vocabulary/README.md). A pair has a
// topic, name or unlisted word in it ("mental health", "support group" if "group" is a part, "Patrick Rothfuss").
// Not read: captions of images and masked secrets ("[image: …]", "[masked:…]"), quoted lines and code, words that are joined with
// others by a mark ("src/main.cpp", "user@example.com") or hold `_`, and names of the speakers. Threads: any; pure.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::pattern {

/// One place in the texts where a term stands.
struct TermUse {
  std::string
      key;  ///< in lower case, the last word without its plural ending, or as activity_of() has it: "adoption agency"
  std::string form;  ///< as written; a word that has its capital only from the start of a sentence in lower case
  std::uint32_t per_billion = 0;  ///< how often general English uses the word, at most; of a pair as of a rare word
  std::uint32_t at = 0;           ///< place of the word, or of the pair's first word, among the words of all texts
  bool pair = false;
  friend bool operator==(const TermUse&, const TermUse&) = default;
};

struct TurnTerms {
  std::vector<TermUse> uses;  ///< in the order in which they end; of a word and a pair that end at once the pair first
  std::int64_t words = 0;     ///< of the texts, as far as they were read
};

struct TermBounds {
  std::size_t terms_max = 12;   ///< reading ends when so many different words that can be topics were found
  std::size_t letters_min = 4;  ///< of a word that is a topic alone; in a pair a word has two letters and more
  std::size_t letters_max = 40;
};

/// The terms of all texts. In a text of four words and more, less than half of which are English, only what is written with a
/// capital inside a sentence counts. `speakers`: names, of one or more words.
[[nodiscard]] TurnTerms terms_of(std::span<const std::string_view> texts, std::span<const std::string_view> speakers,
                                 const TermBounds& bounds);

}  // namespace turnstream::pattern
