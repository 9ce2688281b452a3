#include "recall/ranking/words.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <unordered_set>

#include "pipeline/base/utf8.h"
#include "recall/ranking/porter.h"
#include "recall/ranking/word_reader.h"

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

/// Words are all of ASCII or all of other code points.
bool is_ascii_text(std::string_view word) {
  return static_cast<unsigned char>(word.front()) < 0x80;
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

Words words_of(std::string_view text, const Language& language) {
  Words words;
  WordReader reader(text, language);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    words.push_back(std::move(word));
  }
  return words;
}

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

std::string term_of(const std::string& word, const Language& language) {
  if (!language.is_english()) {
    return language.term_of(word);
  }
  if (!is_ascii_text(word)) {
    return word;
  }
  return is_stop_word(word) ? std::string() : porter_stem(word);
}

Words terms_of(std::string_view text, const Language& language) {
  Words terms;
  WordReader reader(text, language);
  for (std::string word = reader.next(); !word.empty(); word = reader.next()) {
    if (std::string term = term_of(word, language); !term.empty()) {
      terms.push_back(std::move(term));
    }
  }
  return terms;
}

std::string_view prefix_of(std::string_view term) {
  return is_ascii_text(term) ? term.substr(0, kPrefixLetters) : first_code_points(term, kPrefixLetters);
}

bool is_whole_term(std::string_view prefix) {
  if (is_ascii_text(prefix)) {
    return prefix.size() < kPrefixLetters;
  }
  const auto is_beginning = [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(prefix.begin(), prefix.end(), is_beginning)) < kPrefixLetters;
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
  const auto is_ascii = [&] { return static_cast<unsigned char>(text[at]) < 0x80; };
  const auto is_ascii_word = [&] { return is_ascii_letter_or_digit(text[at]) || text[at] == '_'; };
  while (at < text.size() && !(is_ascii() ? is_ascii_word() : is_word_character_at(text, at))) {
    at += is_ascii() ? 1 : code_point_at(text, at).size;
  }
  const std::size_t begin = at;
  while (at < text.size() && (is_ascii() ? is_ascii_word() : is_word_character_at(text, at))) {
    at += is_ascii() ? 1 : code_point_at(text, at).size;
  }
  return text.substr(begin, at - begin);
}

}  // namespace turnstream::recall
