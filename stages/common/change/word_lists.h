#pragma once
// Lists of words and of phrases that are looked up, not walked. Threads: any; built once, then constant.

#include <algorithm>
#include <span>
#include <string_view>
#include <vector>

#include "stages/common/language/word_set.h"
#include "stages/common/language/words.h"

namespace turnstream::change {

using language::WordSet;

/// Phrases of words that are separated by blanks. Behind the first word, `*` is any one word.
class PhraseSet {
 public:
  explicit PhraseSet(std::span<const std::string_view> phrases) {
    for (const std::string_view phrase : phrases) {
      const std::size_t blank = std::min(phrase.find(' '), phrase.size());
      const std::size_t place = firsts_.add(phrase.substr(0, blank));
      rests_.resize(firsts_.words().size());
      rests_[place].push_back(phrase.substr(std::min(blank + 1, phrase.size())));
    }
  }

  /// Whether one of the phrases stands at `at`.
  [[nodiscard]] bool stands_at(std::span<const language::Word> words, std::size_t at) const {
    const std::size_t place = firsts_.place_of(words[at].lower, words[at].hash);
    return place < rests_.size() && std::any_of(rests_[place].begin(), rests_[place].end(),
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

  WordSet firsts_;
  std::vector<std::vector<std::string_view>> rests_;  ///< for each first word: what follows it, one entry a phrase
};

}  // namespace turnstream::change
