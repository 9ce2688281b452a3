#include "pipeline/base/decimal.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

#include "pipeline/base/check.h"

namespace turnstream {
namespace {

constexpr int kPlaces = 6;
constexpr std::int64_t kExponentMax = 1'000'000'000'000;

/// Removes the leading run of digits from `text` and returns it.
std::string_view take_digits(std::string_view& text) {
  std::size_t end = 0;
  while (end < text.size() && text[end] >= '0' && text[end] <= '9') {
    ++end;
  }
  const std::string_view digits = text.substr(0, end);
  text.remove_prefix(end);
  return digits;
}

bool take(std::string_view& text, char c) {
  const bool there = !text.empty() && text.front() == c;
  text.remove_prefix(there ? 1 : 0);
  return there;
}

/// Removes the exponent (what follows `e`) from `text` and returns it, limited to ±kExponentMax; absent without digits.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  const bool negative = take(text, '-');
  if (!negative) {
    take(text, '+');
  }
  const std::string_view digits = take_digits(text);
  if (digits.empty()) {
    return std::nullopt;
  }
  std::int64_t value = 0;
  for (const char c : digits) {
    value = std::min(value * 10 + (c - '0'), kExponentMax);
  }
  return negative ? -value : value;
}

}  // namespace

std::optional<Decimal> parse_decimal(std::string_view token, std::string& scratch) {
  Decimal decimal;
  decimal.negative = take(token, '-');
  std::string_view whole = take_digits(token);
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) {
    return std::nullopt;
  }
  std::string_view fraction;
  if (take(token, '.')) {
    fraction = take_digits(token);
    if (fraction.empty()) {
      return std::nullopt;
    }
  }
  std::int64_t exponent = 0;
  if (take(token, 'e') || take(token, 'E')) {
    const auto written = take_exponent(token);
    if (!written) {
      return std::nullopt;
    }
    exponent = *written;
  }
  if (!token.empty()) {
    return std::nullopt;
  }
  if (whole == "0") {
    whole = {};
  }
  exponent += static_cast<std::int64_t>(whole.size());
  if (fraction.empty()) {
    decimal.digits = whole;
  } else if (whole.empty()) {
    decimal.digits = fraction;
  } else {
    scratch.assign(whole).append(fraction);
    decimal.digits = scratch;
  }
  const std::size_t leading = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size());
  decimal.digits.remove_prefix(leading);
  if (decimal.digits.empty()) {
    return Decimal{};
  }
  decimal.digits = decimal.digits.substr(0, decimal.digits.find_last_not_of('0') + 1);
  decimal.exponent = std::clamp(exponent - static_cast<std::int64_t>(leading), -kExponentMax, kExponentMax);
  return decimal;
}

bool Decimal::exceeds_power_of_ten(int power) const {
  if (negative || digits.empty() || exponent <= power) {
    return false;
  }
  return exponent > power + 1 || digits != "1";
}

bool Decimal::is_integer() const {
  return digits.empty() || exponent >= static_cast<std::int64_t>(digits.size());
}

std::int64_t Decimal::scaled(int places) const {
  const std::int64_t kept = exponent + places;
  if (digits.empty() || kept < 0) {
    return 0;
  }
  CHECK(!negative && kept <= 19);
  std::int64_t value = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(kept); ++i) {
    value = value * 10 + (i < digits.size() ? digits[i] - '0' : 0);
  }
  const auto next = static_cast<std::size_t>(kept);
  return value + (next < digits.size() && digits[next] >= '5' ? 1 : 0);
}

std::int64_t Decimal::truncated() const {
  if (digits.empty() || exponent <= 0) {
    return 0;
  }
  Decimal whole = *this;
  whole.digits = digits.substr(0, static_cast<std::size_t>(std::min<std::int64_t>(exponent, 19)));
  return whole.scaled(0);
}

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
  std::string scratch;
  const std::optional<Decimal> number = parse_decimal(text, scratch);
  if (!number || number->exponent + kPlaces > std::numeric_limits<std::int64_t>::digits10) {
    return std::nullopt;
  }
  const bool negative = number->negative;
  Decimal absolute = *number;
  absolute.negative = false;
  return negative ? -absolute.scaled(kPlaces) : absolute.scaled(kPlaces);
}

}  // namespace turnstream
