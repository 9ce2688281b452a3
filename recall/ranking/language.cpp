#include "recall/ranking/language.h"

#include <array>
#include <map>

#include "pipeline/base/stemmers.h"
#include "pipeline/base/utf8.h"

namespace turnstream::recall {
namespace {

constexpr char32_t kSharpS = 0xdf;
constexpr char32_t kLatinEnd = 0x180;
/// Of the code points U+00DF to U+017F, which are the letters of Latin-1 and of Latin Extended-A. "" for capitals and signs.
constexpr std::array<std::string_view, kLatinEnd - kSharpS> kLatinLetters{
    "ss",                                                                                 // U+00DF
    "a",  "a", "a", "a",  "a", "a", "ae", "c", "e", "e", "e", "e", "i", "i", "i",  "i",   // U+00E0
    "d",  "n", "o", "o",  "o", "o", "o",  "",  "o", "u", "u", "u", "u", "y", "th", "y",   // U+00F0
    "",   "a", "",  "a",  "",  "a", "",   "c", "",  "c", "",  "c", "",  "c", "",   "d",   // U+0100
    "",   "d", "",  "e",  "",  "e", "",   "e", "",  "e", "",  "e", "",  "g", "",   "g",   // U+0110
    "",   "g", "",  "g",  "",  "h", "",   "h", "",  "i", "",  "i", "",  "i", "",   "i",   // U+0120
    "",   "i", "",  "ij", "",  "j", "",   "k", "k", "",  "l", "",  "l", "",  "l",  "",    // U+0130
    "l",  "",  "l", "",   "n", "",  "n",  "",  "n", "n", "",  "n", "",  "o", "",   "o",   // U+0140
    "",   "o", "",  "oe", "",  "r", "",   "r", "",  "r", "",  "s", "",  "s", "",   "s",   // U+0150
    "",   "s", "",  "t",  "",  "t", "",   "t", "",  "u", "",  "u", "",  "u", "",   "u",   // U+0160
    "",   "u", "",  "u",  "",  "w", "",   "y", "",  "",  "z", "",  "z", "",  "z",  "s"};  // U+0170

/// Letters with marks below and above, as Vietnamese has them (Latin Extended Additional).
struct LatinRange {
  char32_t first;
  char32_t last;
  std::string_view letter;
};
constexpr LatinRange kVietnamese[] = {{0x1ea0, 0x1eb7, "a"}, {0x1eb8, 0x1ec7, "e"}, {0x1ec8, 0x1ecb, "i"},
                                      {0x1ecc, 0x1ee3, "o"}, {0x1ee4, 0x1ef1, "u"}, {0x1ef2, 0x1ef9, "y"}};
constexpr char32_t kOHorn = 0x1a1;
constexpr char32_t kUHorn = 0x1b0;

/// Empty if the letter stays.
std::string_view ascii_of(char32_t c) {
  if (c >= kSharpS && c < kLatinEnd) {
    return kLatinLetters[c - kSharpS];
  }
  if (c == kOHorn || c == kUHorn) {
    return c == kOHorn ? "o" : "u";
  }
  for (const LatinRange& range : kVietnamese) {
    if (c >= range.first && c <= range.last) {
      return range.letter;
    }
  }
  return {};
}

}  // namespace

std::optional<Language> Language::named(std::string_view name) {
  if (name == kEnglish) {
    return Language();
  }
  return is_language(name) ? std::optional(Language(name)) : std::nullopt;
}

/// A stemmer serves one thread at a time, and queries to one index run on several.
std::string Language::term_of(const std::string& word) const {
  thread_local std::map<std::string, Stemmer, std::less<>> stemmers;
  auto stemmer = stemmers.find(name_);
  if (stemmer == stemmers.end()) {
    stemmer = stemmers.emplace(name_, name_).first;
  }
  return without_accents(stemmer->second.stem(word));
}

std::string without_accents(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = code_point_at(text, at);
    const std::string_view letter = ascii_of(point.value);
    result += letter.empty() ? text.substr(at, point.size) : letter;
    at += point.size;
  }
  return result;
}

}  // namespace turnstream::recall
