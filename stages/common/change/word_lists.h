#pragma once
// Lists of words and of phrases that are looked up, not walked. Threads: any; built once, then constant.

#include <algorithm>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::change {

class WordSet {
 public:
  explicit WordSet(std::span<const std::string_view> words) : words_(words.begin(), words.end()) {}
  [[nodiscard]] bool has(std::string_view lower_word) const { return words_.contains(lower_word); }

 private:
  std::unordered_set<std::string_view> words_;
};

/// Phrases of words that are separated by blanks. Behind the first word, `*` is any one word.
class PhraseSet {
 public:
  explicit PhraseSet(std::span<const std::string_view> phrases) {
    for (const std::string_view phrase : phrases) {
      const std::size_t blank = std::min(phrase.find(' '), phrase.size());
      rests_[phrase.substr(0, blank)].push_back(phrase.substr(std::min(blank + 1, phrase.size())));
    }
  }

  /// Whether one of the phrases stands at `at`.
  [[nodiscard]] bool stands_at(std::span<const language::Word> words, std::size_t at) const {
    const auto found = rests_.find(words[at].lower);
    return found != rests_.end() && std::any_of(found->second.begin(), found->second.end(),
                                                [&](std::string_view rest) { return continues(words, at + 1, rest); });
  }

 private:
  static bool continues(std::span<const language::Word> words, std::size_t at, std::string_view rest) {
    for (; !rest.empty(); ++at) {
      const std::size_t blank = std::min(rest.find(' '), rest.size());
      const std::string_view word = rest.substr(0, blank);
      if (at >= words.size() || words[at].punctuation || (word != "*" && !words[at].is(word))) {
        return false;
      }
      rest.remove_prefix(std::min(blank + 1, rest.size()));
    }
    return true;
  }

  std::unordered_map<std::string_view, std::vector<std::string_view>> rests_;
};

}  // namespace turnstream::change
