#include "pipeline/base/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace turnstream {
namespace {

constexpr int kPlaces = 6;
constexpr int kExponentBound = 400;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// A JSON number in its parts: ± digits · 10^exponent, without leading zeros.
struct Scientific {
  bool negative = false;
  std::string digits;
  int exponent = 0;
};

std::optional<Scientific> take_apart(std::string_view text) {
  Scientific number;
  std::size_t at = 0;
  if (at < text.size() && text[at] == '-') {
    number.negative = true;
    ++at;
  }
  const std::size_t whole = at;
  while (at < text.size() && is_digit(text[at])) {
    number.digits.push_back(text[at++]);
  }
  if (at == whole || (at - whole > 1 && text[whole] == '0')) {
    return std::nullopt;
  }
  if (at < text.size() && text[at] == '.') {
    const std::size_t fraction = ++at;
    while (at < text.size() && is_digit(text[at])) {
      number.digits.push_back(text[at++]);
    }
    if (at == fraction) {
      return std::nullopt;
    }
    number.exponent = -static_cast<int>(std::min<std::size_t>(at - fraction, 1'000'000));
  }
  if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
    at += (at + 1 < text.size() && text[at + 1] == '+') ? 2U : 1U;
    int exponent = 0;
    const auto [end, error] = std::from_chars(text.data() + at, text.data() + text.size(), exponent);
    if (error != std::errc{} || end != text.data() + text.size()) {
      return std::nullopt;
    }
    at = text.size();
    number.exponent += std::clamp(exponent, -kExponentBound, kExponentBound);
  }
  if (at != text.size()) {
    return std::nullopt;
  }
  number.digits.erase(0, std::min(number.digits.find_first_not_of('0'), number.digits.size()));
  return number;
}

}  // namespace

void append_millionths(std::string& out, std::int64_t millionths) {
  // Unsigned, because -INT64_MIN does not fit into an int64.
  std::uint64_t absolute = static_cast<std::uint64_t>(millionths);
  if (millionths < 0) {
    out.push_back('-');
    absolute = ~absolute + 1;
  }
  std::array<char, 32> text{};
  char* end = std::to_chars(text.data(), text.data() + text.size(), absolute / kMillion).ptr;
  std::uint64_t fraction = absolute % kMillion;
  if (fraction != 0) {
    *end++ = '.';
    for (std::uint64_t place = kMillion / 10; fraction != 0; place /= 10) {
      *end++ = static_cast<char>('0' + fraction / place);
      fraction %= place;
    }
  }
  out.append(text.data(), static_cast<std::size_t>(end - text.data()));
}

std::string format_millionths(std::int64_t millionths) {
  std::string text;
  append_millionths(text, millionths);
  return text;
}

std::optional<std::int64_t> parse_millionths(std::string_view text) {
  const std::optional<Scientific> number = take_apart(text);
  if (!number.has_value()) {
    return std::nullopt;
  }
  const std::int64_t kept = static_cast<std::int64_t>(number->digits.size()) + number->exponent + kPlaces;
  if (number->digits.empty() || kept < 0) {
    return 0;
  }
  if (kept > std::numeric_limits<std::int64_t>::digits10) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  for (std::int64_t i = 0; i < kept; ++i) {
    const auto index = static_cast<std::size_t>(i);
    value = value * 10 + (index < number->digits.size() ? number->digits[index] - '0' : 0);
  }
  if (const auto next = static_cast<std::size_t>(kept); next < number->digits.size() && number->digits[next] >= '5') {
    ++value;
  }
  return number->negative ? -value : value;
}

}  // namespace turnstream
