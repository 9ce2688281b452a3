#include <array>

#include "pipeline/base/uuid5.h"
#include "pipeline/secrets/characters.h"
#include "pipeline/secrets/shapes.h"

namespace turnstream::secrets {
namespace {

/// The checksum of card numbers (ISO/IEC 7812-1).
bool passes_luhn(std::string_view digits) {
  int sum = 0;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    int value = digits[digits.size() - 1 - i] - '0';
    if (i % 2 == 1) {
      value = value * 2 > 9 ? value * 2 - 9 : value * 2;
    }
    sum += value;
  }
  return sum % 10 == 0;
}

/// True if a card network uses this length for numbers that begin so.
bool is_issued(std::string_view digits) {
  const auto first = [&](std::size_t count) {
    int value = 0;
    for (const char c : digits.substr(0, count)) {
      value = value * 10 + (c - '0');
    }
    return value;
  };
  const std::size_t size = digits.size();
  const int two = first(2);
  const int four = first(4);
  switch (size) {
    case 13:
    case 19:
      return digits[0] == '4' || two == 62;
    case 14:
      return two == 36 || two == 38 || two == 30;
    case 15:
      return two == 34 || two == 37;
    case 16:
      return digits[0] == '4' || (two >= 51 && two <= 55) || (four >= 2221 && four <= 2720) || four == 6011 ||
             two == 65 || two == 62 || (four >= 3528 && four <= 3589) || (first(3) >= 644 && first(3) <= 649);
    default:
      return false;
  }
}

/// True at a separator between two digits of a number: a space (or two), `-` or `.`.
bool joins_digits(std::string_view text, std::size_t at) {
  const bool separator = text[at] == ' ' || text[at] == '-' || text[at] == '.';
  const auto digit_at = [&](std::size_t i) { return i < text.size() && is_digit(text[i]); };
  return separator &&
         (digit_at(at + 1) || (text[at] == ' ' && at + 1 < text.size() && text[at + 1] == ' ' && digit_at(at + 2)) ||
          (text[at] == ' ' && at > 0 && text[at - 1] == ' ' && digit_at(at + 1)));
}

/// True if the digits from `at` to before `end` stand in a UUID. They begin where one of its groups begins.
bool is_in_uuid(std::string_view text, std::size_t at, std::size_t end) {
  constexpr std::size_t kUuidCharacters = 36;
  constexpr std::array<std::size_t, 5> kGroups{0, 9, 14, 19, 24};
  for (const std::size_t group : kGroups) {
    if (at >= group && end <= at - group + kUuidCharacters &&
        parse_uuid(text.substr(at - group, kUuidCharacters)).has_value()) {
      return true;
    }
  }
  return false;
}

}  // namespace

void find_card_numbers(std::string_view text, std::vector<Secret>& found) {
  constexpr std::size_t kDigitsMax = 19;
  std::size_t at = 0;
  while (at < text.size()) {
    if (!is_digit(text[at])) {
      ++at;
      continue;
    }
    std::array<char, kDigitsMax + 1> digits{};
    std::size_t count = 0;
    std::size_t end = at;
    while (end < text.size() && count < digits.size() && (is_digit(text[end]) || joins_digits(text, end))) {
      if (is_digit(text[end])) {
        digits[count++] = text[end];
      }
      ++end;
    }
    const std::string_view number(digits.data(), count);
    const char before = at > 0 ? text[at - 1] : ' ';
    const char after = end < text.size() ? text[end] : ' ';
    const bool alone = !is_letter_or_digit(before) && before != '+' && before != '.' && before != '_' &&
                       !is_letter_or_digit(after) && after != '_';
    if (alone && is_issued(number) && passes_luhn(number) && !is_in_uuid(text, at, end)) {
      found.push_back({at, end, "card"});
    }
    at = end;
  }
}

}  // namespace turnstream::secrets
