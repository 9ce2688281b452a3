#include "recall/ranking/words.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"
#include "recall/ranking/porter.h"

namespace turnstream::recall {
namespace {

/// In ascending order. The parts of contractions ("ll", "ve") are among them.
constexpr std::array<std::string_view, 95> kStopWords{
    "a",     "about", "also", "am",   "an",    "and",    "any",  "are",   "as",    "at",    "be",    "been",
    "being", "but",   "by",   "can",  "could", "d",      "did",  "do",    "does",  "doing", "don",   "done",
    "for",   "from",  "had",  "has",  "have",  "having", "he",   "her",   "hers",  "him",   "his",   "how",
    "i",     "if",    "in",   "into", "is",    "it",     "its",  "just",  "ll",    "m",     "may",   "me",
    "might", "my",    "no",   "not",  "of",    "on",     "or",   "our",   "re",    "s",     "she",   "should",
    "so",    "some",  "such", "t",    "than",  "that",   "the",  "their", "them",  "then",  "there", "these",
    "they",  "this",  "to",   "too",  "us",    "ve",     "very", "was",   "we",    "were",  "what",  "when",
    "where", "which", "who",  "whom", "whose", "why",    "will", "with",  "would", "you",   "your"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

// The two letters beyond ASCII whose lower case has a letter of ASCII.
constexpr std::string_view kKelvinSign = "\u212a";
constexpr std::string_view kCapitalDottedI =
    "\u0130";  // its lower case is i and a combining dot, which separates words

/// The next word of a text.
class WordReader {
 public:
  explicit WordReader(std::string_view text) : text_(text) {}

  /// Empty at the end of the text.
  std::string next() {
    std::string word;
    while (at_ < text_.size()) {
      const std::string_view rest = text_.substr(at_);
      const char c = ascii::ascii_lower(rest.front());
      if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
        word.push_back(c);
        ++at_;
      } else if (rest.starts_with(kKelvinSign)) {
        word.push_back('k');
        at_ += kKelvinSign.size();
      } else if (rest.starts_with(kCapitalDottedI)) {
        word.push_back('i');
        at_ += kCapitalDottedI.size();
        break;
      } else {
        ++at_;
        if (!word.empty()) {
          break;
        }
      }
    }
    return word;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

bool is_word_part(char32_t c) {
  // Variation selectors and enclosing marks: Unicode's marks, but parts of emoji.
  const bool of_emoji = (c >= 0xfe00 && c <= 0xfe0f) || (c >= 0x20d0 && c <= 0x20ff) || (c >= 0xe0100 && c <= 0xe01ef);
  return !of_emoji && is_word_character(c);
}

template <typename Part>
std::vector<std::string_view> each_once(const Words& texts, Part part) {
  std::vector<std::string_view> once;
  std::unordered_set<std::string_view> known;
  for (const std::string& text : texts) {
    if (known.insert(part(text)).second) {
      once.push_back(part(text));
    }
  }
  return once;
}

}  // namespace

Words words_of(std::string_view text) {
  Words words;
  WordReader reader(text);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    words.push_back(std::move(word));
  }
  return words;
}

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

Words terms_of(std::string_view text) {
  Words terms;
  WordReader reader(text);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    if (!is_stop_word(word)) {
      terms.push_back(porter_stem(word));
    }
  }
  return terms;
}

std::vector<std::string_view> different_terms(const Words& terms) {
  return each_once(terms, [](std::string_view term) { return term; });
}

std::vector<std::string_view> different_prefixes(const Words& terms) {
  return each_once(terms, [](std::string_view term) { return prefix_of(term); });
}

bool is_word_character_at(std::string_view text, std::size_t at) {
  return at < text.size() && is_word_part(code_point_at(text, at).value);
}

std::string_view next_run(std::string_view text, std::size_t& at) {
  while (at < text.size() && !is_word_character_at(text, at)) {
    at += code_point_at(text, at).size;
  }
  const std::size_t begin = at;
  while (is_word_character_at(text, at)) {
    at += code_point_at(text, at).size;
  }
  return text.substr(begin, at - begin);
}

}  // namespace turnstream::recall
