#include "pipeline/secrets/text_scan.h"

#include <algorithm>

namespace turnstream::secrets {

std::size_t find_ignoring_case(std::string_view text, std::string_view value, std::size_t at) {
  const auto rest = text.substr(std::min(at, text.size()));
  const auto found = std::search(rest.begin(), rest.end(), value.begin(), value.end(),
                                 [](char a, char b) { return lower(a) == lower(b); });
  return found == rest.end() ? std::string_view::npos : text.size() - static_cast<std::size_t>(rest.end() - found);
}

namespace {

/// True if a letter of an alphabet begins at `at`; not signs such as “ and —, nor scripts that put no space between words.
bool is_alphabetic(std::string_view text, std::size_t at) {
  const auto lead = static_cast<unsigned char>(text[at]);
  return is_letter(text[at]) || (lead >= 0xC3 && lead <= 0xD4);
}

std::size_t character_before(std::string_view text, std::size_t at) {
  do {
    --at;
  } while (at > 0 && is_inner_byte(text[at]));
  return at;
}

}  // namespace

bool is_of_words(std::string_view value) {
  return std::all_of(value.begin(), value.end(), [](char c) { return is_any(c, kLower | kUpper | kHigh) || c == ' '; });
}

bool is_apart_from_letters(std::string_view text, std::size_t begin, std::size_t end) {
  return (begin == 0 || !is_alphabetic(text, character_before(text, begin))) &&
         (end >= text.size() || !is_alphabetic(text, end));
}

bool is_whole_token(std::string_view text, std::size_t begin, std::size_t end) {
  const auto is_part = [&](std::size_t at) { return is_digit(text[at]) || text[at] == '_'; };
  if (!is_apart_from_letters(text, begin, end) || (begin > 0 && is_part(begin - 1)) ||
      (end < text.size() && is_part(end))) {
    return false;
  }
  const auto place = text.substr(begin, end - begin);
  if (!std::all_of(place.begin(), place.end(), is_digit)) {
    return true;
  }
  constexpr std::size_t kYearDigits = 4;
  const bool may_be_year = place.size() == kYearDigits && (place.starts_with("19") || place.starts_with("20"));
  const auto signs = may_be_year ? std::string_view(".,-/") : std::string_view(".,");  // of a number or a date
  const bool continues = end + 1 < text.size() && is_in(text[end], signs) && is_digit(text[end + 1]);
  return !continues && !(begin > 1 && is_in(text[begin - 1], signs) && is_digit(text[begin - 2]));
}

std::string_view word_at(std::string_view text, std::size_t at) {
  const auto rest = window(text, at);
  std::size_t end = 0;
  while (end < rest.size() && (is_name_letter(rest[end]) || rest[end] == '\'' || (rest[end] == '-' && end > 0))) {
    ++end;
  }
  return rest.substr(0, end);
}

bool has_word_of(std::string_view words, std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto word = word_at(text, at);
    if (is_word_of(words, word)) {
      return true;
    }
    at += word.size();
  }
  return false;
}

std::string_view word_before(std::string_view text, std::size_t at) {
  if (at < 2 || text[at - 1] != ' ') {
    return {};
  }
  const std::size_t end = at - 1;
  std::size_t begin = end;
  while (begin > 0 && end - begin < kStepMax && (is_name_character(text[begin - 1]) || text[begin - 1] == '\'')) {
    --begin;
  }
  return text.substr(begin, end - begin);
}

std::string_view value_at(std::string_view text, std::size_t at) {
  const auto rest = window(text, at);
  auto value = rest.substr(0, std::min(rest.find_first_of(" \t\r\n\"`<>,;()[]{}"), rest.size()));
  while (!value.empty() && is_in(value.back(), ".:?'*")) {
    value.remove_suffix(1);
  }
  return value;
}

}  // namespace turnstream::secrets
