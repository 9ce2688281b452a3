#pragma once
// WordSet: a list of words that is written as one text, for tables that people read: WordSet("bye hello hi"). It borrows the
// text, which must be a literal. Threads: any, once it is made.

#include <algorithm>
#include <string_view>
#include <vector>

namespace turnstream::language {

/// The words between the separators, in their order; none is empty.
[[nodiscard]] inline std::vector<std::string_view> words_between(std::string_view text, char separator = ' ') {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) {
      words.push_back(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

class WordSet {
 public:
  /// The words between the separators.
  explicit WordSet(std::string_view words, char separator = ' ') : words_(words_between(words, separator)) {
    std::sort(words_.begin(), words_.end());
  }

  [[nodiscard]] const std::vector<std::string_view>& words() const { return words_; }
  [[nodiscard]] bool has(std::string_view word) const { return std::binary_search(words_.begin(), words_.end(), word); }

 private:
  std::vector<std::string_view> words_;
};

}  // namespace turnstream::language
