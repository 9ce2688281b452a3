#include "stages/pattern/content_words.h"

#include <algorithm>

#include "pipeline/base/utf8.h"
#include "stages/common/language/lexicon.h"
#include "stages/common/language/stems.h"
#include "stages/common/language/stop_words.h"

namespace turnstream::pattern {
namespace {

/// The classes of the lexicon (language/lexicon.h) whose words are not topics.
constexpr std::uint64_t kNoTopic = language::kEveryday | language::kEvaluation | language::kPassing | language::kTime |
                                   language::kTimeUnit | language::kAdverb | language::kOpening | language::kReport |
                                   language::kHypothesis | language::kNumber | language::kJoke;

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
      if (!language::can_be_content(written, bounds.letters_min, bounds.letters_max)) {
        continue;
      }
      std::string word = to_lower(written);
      if (language::is_stop_word(word) || (language::classes_of(word) & kNoTopic) != 0) {
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
