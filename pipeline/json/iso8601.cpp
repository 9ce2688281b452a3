#include "pipeline/json/iso8601.h"

#include <cstddef>
#include <cstdint>

namespace turnstream::json {
namespace {

/// Removes fields of fixed width from the front of the text. After the first mismatch complete() stays false.
class Fields {
 public:
  explicit Fields(std::string_view text) : rest_(text) {}

  std::int64_t number(std::size_t width, std::int64_t low, std::int64_t high) {
    std::int64_t value = 0;
    for (std::size_t i = 0; i < width; ++i) {
      if (i >= rest_.size() || rest_[i] < '0' || rest_[i] > '9') {
        ok_ = false;
        return low;
      }
      value = value * 10 + (rest_[i] - '0');
    }
    rest_.remove_prefix(width);
    ok_ = ok_ && value >= low && value <= high;
    return value;
  }

  bool take_any(std::string_view characters) {
    const bool there = next_is_any(characters);
    rest_.remove_prefix(there ? 1 : 0);
    return there;
  }
  [[nodiscard]] bool next_is_any(std::string_view characters) const {
    return !rest_.empty() && characters.find(rest_.front()) != std::string_view::npos;
  }
  void expect_any(std::string_view characters) { ok_ = take_any(characters) && ok_; }
  void fail() { ok_ = false; }
  [[nodiscard]] bool complete() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

std::int64_t days_in_month(std::int64_t year, std::int64_t month) {
  if (month == 2) {
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28;
  }
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/// Days since 1970-01-01 of a Gregorian date. Years are counted from March, so that the leap day is the last day.
std::int64_t days_since_epoch(std::int64_t year, std::int64_t month, std::int64_t day) {
  const std::int64_t shifted_year = month <= 2 ? year - 1 : year;
  const std::int64_t era = shifted_year / 400;
  const std::int64_t year_of_era = shifted_year - era * 400;
  const std::int64_t day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  const std::int64_t day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
  return era * 146'097 + day_of_era - 719'468;
}

std::int64_t take_milliseconds(Fields& fields) {
  constexpr std::string_view kDigits = "0123456789";
  std::int64_t milliseconds = 0;
  int digits = 0;
  for (; fields.next_is_any(kDigits) && digits < 9; ++digits) {
    const std::int64_t digit = fields.number(1, 0, 9);
    milliseconds = digits < 3 ? milliseconds * 10 + digit : milliseconds;
  }
  if (digits == 0) {
    fields.fail();
  }
  for (; digits < 3; ++digits) {
    milliseconds *= 10;
  }
  return milliseconds;
}

/// The minutes by which the written zone is ahead of UTC.
std::int64_t take_zone(Fields& fields) {
  if (fields.take_any("Zz") || !fields.next_is_any("+-")) {
    return 0;
  }
  const std::int64_t sign = fields.take_any("-") ? -1 : 1;
  if (sign > 0) {
    fields.expect_any("+");
  }
  const std::int64_t hours = fields.number(2, 0, 23);
  std::int64_t minutes = 0;
  if (fields.take_any(":") || fields.next_is_any("0123456789")) {
    minutes = fields.number(2, 0, 59);
  }
  return sign * (hours * 60 + minutes);
}

}  // namespace

std::optional<EventTime> parse_iso8601(std::string_view text) {
  Fields fields(text);
  const std::int64_t year = fields.number(4, 1000, 9999);
  fields.expect_any("-");
  const std::int64_t month = fields.number(2, 1, 12);
  fields.expect_any("-");
  const std::int64_t day = fields.number(2, 1, days_in_month(year, month));
  fields.expect_any("Tt ");
  const std::int64_t hour = fields.number(2, 0, 23);
  fields.expect_any(":");
  const std::int64_t minute = fields.number(2, 0, 59);
  std::int64_t second = 0;
  std::int64_t millisecond = 0;
  if (fields.take_any(":")) {
    second = fields.number(2, 0, 60);
    if (fields.take_any(".,")) {
      millisecond = take_milliseconds(fields);
    }
  }
  const std::int64_t ahead_minutes = take_zone(fields);
  if (!fields.complete()) {
    return std::nullopt;
  }
  const std::int64_t minutes = (days_since_epoch(year, month, day) * 24 + hour) * 60 + minute - ahead_minutes;
  return EventTime{(minutes * 60 + second) * 1000 + millisecond};
}

}  // namespace turnstream::json
