#include "pipeline/base/time_format.h"

#include <algorithm>
#include <array>
#include <chrono>

namespace turnstream {
namespace {

using std::chrono::milliseconds;

constexpr std::string_view kPattern = "dddd-dd-ddTdd:dd:dd.dddZ";

/// Precondition: value < 100.
void write_two(char* to, unsigned value) {
  to[0] = static_cast<char>('0' + value / 10);
  to[1] = static_cast<char>('0' + value % 10);
}

int read_digits(std::string_view text, std::size_t at, std::size_t count) {
  int value = 0;
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
  const std::chrono::sys_time<milliseconds> time(milliseconds(std::clamp(time_ms, kTimeMsMin, kTimeMsMax)));
  const auto midnight = std::chrono::floor<std::chrono::days>(time);
  const auto of_day = static_cast<unsigned>((time - midnight).count());
  const std::chrono::year_month_day date(midnight);
  std::array<char, kPattern.size()> text{};
  std::copy(kPattern.begin(), kPattern.end(), text.begin());
  const auto year = static_cast<unsigned>(static_cast<int>(date.year()));
  write_two(&text[0], year / 100);
  write_two(&text[2], year % 100);
  write_two(&text[5], static_cast<unsigned>(date.month()));
  write_two(&text[8], static_cast<unsigned>(date.day()));
  write_two(&text[11], of_day / 3'600'000);
  write_two(&text[14], of_day / 60'000 % 60);
  write_two(&text[17], of_day / 1000 % 60);
  text[20] = static_cast<char>('0' + of_day / 100 % 10);
  write_two(&text[21], of_day % 100);
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
  const std::chrono::year_month_day date(std::chrono::year(read_digits(text, 0, 4)),
                                         std::chrono::month(static_cast<unsigned>(read_digits(text, 5, 2))),
                                         std::chrono::day(static_cast<unsigned>(read_digits(text, 8, 2))));
  const int hour = read_digits(text, 11, 2);
  const int minute = read_digits(text, 14, 2);
  const int second = read_digits(text, 17, 2);
  if (!date.ok() || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  const auto time = std::chrono::sys_days(date) + std::chrono::hours(hour) + std::chrono::minutes(minute) +
                    std::chrono::seconds(second) + milliseconds(read_digits(text, 20, 3));
  return time.time_since_epoch().count();
}

}  // namespace turnstream
