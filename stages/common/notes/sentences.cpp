#include "stages/common/notes/sentences.h"

#include <array>
#include <cstdint>
#include <string>

#include "pipeline/base/ascii_bytes.h"
#include "pipeline/base/utf8.h"
#include "stages/common/language/word_set.h"
#include "stages/common/notes/words.h"

namespace turnstream::notes {
namespace {

constexpr std::string_view kAbbreviations[] = {"mr",   "mrs", "ms",     "dr",  "prof", "st",  "sr",  "jr",  "vs",
                                               "e.g",  "i.e", "approx", "vol", "fig",  "inc", "ltd", "co",  "dept",
                                               "est",  "jan", "feb",    "mar", "apr",  "jun", "jul", "aug", "sep",
                                               "sept", "oct", "nov",    "dec", "mon",  "tue", "wed", "thu", "fri"};
/// These end a sentence if a capital follows.
constexpr std::string_view kAbbreviationsAtEnd[] = {"p.m", "a.m", "u.s", "u.k", "etc", "no"};
constexpr std::size_t kAbbreviationBytesMax = 6;

bool is_capital(char32_t c) {
  return to_lower(c) != c;
}

/// Outside ASCII: a letter of the scripts with case that has no lower case of its own. "中" is not a small letter.
bool is_small_letter(char32_t c) {
  if (c < 0x80) {
    return c >= U'a' && c <= U'z';
  }
  const bool with_case = (c >= 0xdf && c < 0x250) || (c >= 0x370 && c < 0x590) || (c >= 0x1e00 && c < 0x2000);
  return with_case && is_word_part(c) && !is_capital(c);
}

/// The code point at `at`; 0 behind the end.
char32_t at_or_none(std::string_view text, std::size_t at) {
  return at < text.size() ? code_point_at(text, at).value : U'\0';
}

std::size_t skip(std::string_view text, std::size_t at, bool (*belongs)(char32_t)) {
  while (at < text.size()) {
    const CodePoint point = code_point_at(text, at);
    if (!belongs(point.value)) {
      break;
    }
    at += point.size;
  }
  return at;
}

/// The offset of the code point that ends before `end`. Precondition: end > 0.
std::size_t begin_of_last(std::string_view text, std::size_t end) {
  std::size_t at = end - 1;
  while (at > 0 && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) {
    --at;
  }
  return at;
}

std::string_view trimmed(std::string_view text) {
  text.remove_prefix(skip(text, 0, is_white_space));
  while (!text.empty()) {
    const std::size_t last = begin_of_last(text, text.size());
    if (!is_white_space(code_point_at(text, last).value)) {
      break;
    }
    text = text.substr(0, last);
  }
  return text;
}

bool ends_sentence(char32_t c) {
  return c == U'.' || c == U'!' || c == U'?' || c == U'…';
}

bool closes(char32_t c) {
  return c == U'"' || c == U'\'' || c == U'”' || c == U'’' || c == U')' || c == U']';
}

/// The word before the end of the text, with points inside: "e.g".
std::string_view last_word(std::string_view text) {
  std::size_t begin = text.size();
  while (begin > 0) {
    const std::size_t at = begin_of_last(text, begin);
    const char32_t c = code_point_at(text, at).value;
    if (c != U'.' && !is_word_part(c)) {
      break;
    }
    begin = at;
  }
  return text.substr(begin);
}

bool is_initial(std::string_view word) {
  const char32_t c = code_point_at(word, 0).value;
  return count_code_points(word) == 1 && is_word_part(c) && c != U'_' && c != U'i' && !(c >= U'0' && c <= U'9');
}

/// Whether the point between the sentence so far and `next` (the code point behind the white space) belongs to a word.
bool is_point_of_word(std::string_view sentence, char32_t next) {
  const std::string_view written = last_word(sentence);
  if (written.empty() || written.size() > kAbbreviationBytesMax) {
    return false;
  }
  static const language::WordSet kInside(kAbbreviations);
  static const language::WordSet kAtEnd(kAbbreviationsAtEnd);
  const std::string word = to_lower(written);
  return kInside.has(word) || is_initial(word) || (kAtEnd.has(word) && !is_capital(next));
}

/// Whether a byte can be, or begin, a line feed or a mark that ends a sentence.
constexpr std::array<bool, 256> kCanEnd = [] {
  std::array<bool, 256> can{};
  for (std::size_t c = 0; c < can.size(); ++c) {
    can[c] = c >= 0x80 || c == '.' || c == '!' || c == '?' || c == '\n';
  }
  return can;
}();

/// The first byte at or behind `at` that can; the end of the text if there is none.
std::size_t next_that_can_end(std::string_view text, std::size_t at) {
  const auto has = [](std::uint64_t bytes, char c) {
    return ascii::zero_bytes(bytes ^ ascii::kEveryByte * static_cast<unsigned char>(c));
  };
  for (; at + sizeof(std::uint64_t) <= text.size(); at += sizeof(std::uint64_t)) {
    const std::uint64_t bytes = ascii::word_at(text.data() + at);
    if (((bytes & ascii::kHighBits) | has(bytes, '.') | has(bytes, '!') | has(bytes, '?') | has(bytes, '\n')) != 0) {
      break;
    }
  }
  while (at < text.size() && !kCanEnd[static_cast<unsigned char>(text[at])]) {
    ++at;
  }
  return at;
}

}  // namespace

std::vector<std::string_view> sentences_of(std::string_view text) {
  text = trimmed(text);
  std::vector<std::string_view> sentences;
  std::size_t begin = 0;
  const auto cut = [&](std::size_t end) {
    if (const std::string_view sentence = trimmed(text.substr(begin, end - begin)); !sentence.empty()) {
      sentences.push_back(sentence);
    }
    begin = end;
  };
  for (std::size_t at = next_that_can_end(text, 0); at < text.size(); at = next_that_can_end(text, at)) {
    const CodePoint point = code_point_at(text, at);
    if (point.value == U'\n') {
      at = skip(text, at, [](char32_t c) { return c == U'\n'; });
      cut(at);
      continue;
    }
    if (!ends_sentence(point.value)) {
      at += point.size;
      continue;
    }
    const std::size_t marks_end = skip(text, at, ends_sentence);
    const std::size_t end = skip(text, marks_end, closes);
    if (end < text.size() && !is_white_space(code_point_at(text, end).value)) {
      at = marks_end;
      continue;
    }
    const std::string_view marks = text.substr(at, marks_end - at);
    const char32_t next = at_or_none(text, skip(text, end, is_white_space));
    const bool dots = marks.starts_with("…") || marks.starts_with("...");
    const bool goes_on =
        marks == "." ? is_point_of_word(text.substr(begin, at - begin), next) : dots && is_small_letter(next);
    if (!goes_on) {
      cut(end);
    }
    at = end;
  }
  cut(text.size());
  return sentences;
}

bool is_question(std::string_view sentence) {
  while (!sentence.empty()) {
    const std::size_t last = begin_of_last(sentence, sentence.size());
    const char32_t c = code_point_at(sentence, last).value;
    if (c == U'?') {
      return true;
    }
    if (c != U'!' && (c == U']' || !closes(c))) {
      return false;
    }
    sentence = sentence.substr(0, last);
  }
  return false;
}

}  // namespace turnstream::notes
