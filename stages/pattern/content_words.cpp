#include "stages/pattern/content_words.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "pipeline/language/lexicon.h"
#include "pipeline/language/stems.h"
#include "pipeline/language/stop_words.h"

namespace turnstream::pattern {
namespace {

/// Words that tell a mood, a time or a manner, not what is talked about.
constexpr std::uint64_t kNoTopic = language::kEveryday | language::kEvaluation | language::kPassing | language::kTime |
                                   language::kTimeUnit | language::kAdverb | language::kOpening | language::kReport |
                                   language::kHypothesis | language::kNumber | language::kJoke;

bool has_letter(std::string_view word) {
  return std::any_of(word.begin(), word.end(), [](char c) { return c != '_' && (c < '0' || c > '9'); });
}

bool is_content(std::string_view word, std::size_t letters, const WordBounds& bounds) {
  return letters >= bounds.letters_min && letters <= bounds.letters_max && has_letter(word) &&
         !language::is_stop_word(word) && (language::classes_of(word) & kNoTopic) == 0;
}

bool has_stem(const std::vector<ContentWord>& words, const std::string& stem) {
  return std::any_of(words.begin(), words.end(), [&stem](const ContentWord& word) { return word.stem == stem; });
}

}  // namespace

std::vector<ContentWord> content_words(std::span<const std::string_view> texts, const WordBounds& bounds) {
  std::vector<ContentWord> words;
  for (const std::string_view text : texts) {
    std::size_t at = 0;
    while (words.size() < bounds.words_max) {
      const std::string_view written = next_word(text, at);
      if (written.empty()) {
        break;
      }
      std::string word = to_lower(written);
      if (!is_content(word, count_code_points(written), bounds)) {
        continue;
      }
      if (std::string stem = language::stem(word); !has_stem(words, stem)) {
        words.push_back({std::move(stem), std::move(word)});
      }
    }
  }
  return words;
}

}  // namespace turnstream::pattern
