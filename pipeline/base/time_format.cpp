#include "pipeline/base/time_format.h"

#include <algorithm>
#include <array>

namespace turnstream {
namespace {

constexpr std::int64_t kDayMs = 86'400'000;
constexpr std::string_view kPattern = "dddd-dd-ddTdd:dd:dd.dddZ";

struct Date {
  std::int64_t year = 0;
  int month = 1;
  int day = 1;
};

// Howard Hinnant's calendar algorithms: they count in eras of 400 years, each of which begins on 1 March.
constexpr Date date_of(std::int64_t days_since_1970) {
  const std::int64_t days = days_since_1970 + 719468;
  const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
  const std::int64_t day_of_era = days - era * 146097;
  const std::int64_t year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  const std::int64_t shifted_month = (5 * day_of_year + 2) / 153;
  const int month = static_cast<int>(shifted_month < 10 ? shifted_month + 3 : shifted_month - 9);
  const int day = static_cast<int>(day_of_year - (153 * shifted_month + 2) / 5 + 1);
  return {year_of_era + era * 400 + (month <= 2 ? 1 : 0), month, day};
}

constexpr std::int64_t days_of(const Date& date) {
  const std::int64_t year = date.year - (date.month <= 2 ? 1 : 0);
  const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
  const std::int64_t year_of_era = year - era * 400;
  const std::int64_t day_of_year = (153 * (date.month > 2 ? date.month - 3 : date.month + 9) + 2) / 5 + date.day - 1;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

void write_digits(char* to, std::int64_t value, int count) {
  for (int i = count - 1; i >= 0; --i) {
    to[i] = static_cast<char>('0' + value % 10);
    value /= 10;
  }
}

std::int64_t read_digits(std::string_view text, std::size_t at, std::size_t count) {
  std::int64_t value = 0;
  for (std::size_t i = at; i < at + count; ++i) {
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

bool matches_pattern(std::string_view text) {
  if (text.size() != kPattern.size()) {
    return false;
  }
  for (std::size_t i = 0; i < kPattern.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (kPattern[i] == 'd' ? !digit : text[i] != kPattern[i]) {
      return false;
    }
  }
  return true;
}

}  // namespace

void append_time(std::string& out, std::int64_t time_ms) {
  const std::int64_t ms = std::clamp(time_ms, kTimeMsMin, kTimeMsMax);
  const std::int64_t days = (ms >= 0 ? ms : ms - (kDayMs - 1)) / kDayMs;
  const std::int64_t of_day = ms - days * kDayMs;
  const Date date = date_of(days);
  std::array<char, kPattern.size()> text{};
  std::copy(kPattern.begin(), kPattern.end(), text.begin());
  write_digits(&text[0], date.year, 4);
  write_digits(&text[5], date.month, 2);
  write_digits(&text[8], date.day, 2);
  write_digits(&text[11], of_day / 3'600'000, 2);
  write_digits(&text[14], of_day / 60'000 % 60, 2);
  write_digits(&text[17], of_day / 1000 % 60, 2);
  write_digits(&text[20], of_day % 1000, 3);
  out.append(text.data(), text.size());
}

std::string format_time(std::int64_t time_ms) {
  std::string text;
  append_time(text, time_ms);
  return text;
}

std::optional<std::int64_t> parse_time(std::string_view text) {
  if (!matches_pattern(text)) {
    return std::nullopt;
  }
  const std::int64_t month = read_digits(text, 5, 2);
  const std::int64_t hour = read_digits(text, 11, 2);
  const std::int64_t minute = read_digits(text, 14, 2);
  const std::int64_t second = read_digits(text, 17, 2);
  if (month < 1 || month > 12 || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  const Date date{read_digits(text, 0, 4), static_cast<int>(month), static_cast<int>(read_digits(text, 8, 2))};
  const std::int64_t days = days_of(date);
  if (const Date back = date_of(days); back.day != date.day || back.month != date.month) {
    return std::nullopt;
  }
  return ((days * 24 + hour) * 60 + minute) * 60'000 + second * 1000 + read_digits(text, 20, 3);
}

}  // namespace turnstream
