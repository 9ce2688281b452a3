#include "stages/pattern/written_word.h"

#include <algorithm>

#include "pipeline/base/utf8.h"

namespace turnstream::pattern {
namespace {

constexpr std::size_t kDigitsMax = 4;
constexpr std::size_t kLettersBeforeDigitsMin = 3;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

bool begins_with_capital(std::string_view word) {
  const char32_t first = code_point_at(word, 0).value;
  return to_lower(first) != first;
}

}  // namespace

bool is_plain(std::string_view lower_word) {
  constexpr std::string_view kApostrophe = "’";
  std::size_t digits = 0;
  for (std::size_t at = 0; at < lower_word.size(); ++at) {
    const char c = lower_word[at];
    if (is_digit(c)) {
      ++digits;
    } else if (digits > 0 || c == '_' || c == '\'' ||
               (c == kApostrophe.front() && lower_word.substr(at).starts_with(kApostrophe))) {
      return false;
    }
  }
  return digits <= kDigitsMax && (digits == 0 || lower_word.size() - digits >= kLettersBeforeDigitsMin);
}

bool is_upper(std::string_view word) {
  for (std::size_t at = 0; at < word.size();) {
    const CodePoint point = code_point_at(word, at);
    if (to_lower(point.value) == point.value && !is_digit(word[at])) {
      return false;
    }
    at += point.size;
  }
  return true;
}

bool is_foreign(const WrittenWord& word) {
  const bool inner_capital = !begins_with_capital(word.written) && word.written != word.lower;
  return word.known.use == WordUse::kUnlisted && !word.capital && (inner_capital || !is_ascii(word.lower));
}

bool is_strong(const WrittenWord& word) {
  return word.known.use == WordUse::kTopic || word.known.use == WordUse::kName || word.known.use == WordUse::kUnlisted;
}

std::string form_of(const WrittenWord& word) {
  return word.starts_sentence && !word.capital ? word.lower : std::string(word.written);
}

}  // namespace turnstream::pattern
