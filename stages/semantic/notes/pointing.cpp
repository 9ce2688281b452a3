#include "stages/semantic/notes/pointing.h"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace turnstream::semantic {
namespace {

/// These stand for something wherever they are.
constexpr std::string_view kPronouns[] = {"both", "em",  "he",  "her",  "hers",  "him",    "his",
                                          "it",   "its", "she", "them", "their", "theirs", "they"};
/// These do so in some places: "that was hard", but not "the day that I left".
constexpr std::string_view kDeictic[] = {"here", "one", "ones", "that", "there", "these", "this", "those"};
constexpr std::string_view kBehindDeictic[] = {"are", "d",   "had",  "has",  "is",   "ll",
                                               "s",   "was", "were", "will", "would"};
constexpr std::size_t kOpeningWords = 2;

template <std::size_t N>
bool is_in(const std::string_view (&words)[N], std::string_view word) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace

bool points_back(const notes::ReadText& unit) {
  const auto& words = unit.words();
  for (std::size_t at = 0; at < words.size(); ++at) {
    const std::string_view word = unit.letters(words[at]);
    if (is_in(kPronouns, word)) {
      return true;
    }
    const bool in_place =
        at < kOpeningWords || at + 1 == words.size() || is_in(kBehindDeictic, unit.letters(words[at + 1]));
    if (in_place && is_in(kDeictic, word)) {
      return true;
    }
  }
  return false;
}

}  // namespace turnstream::semantic
