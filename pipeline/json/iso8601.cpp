#include "pipeline/json/iso8601.h"

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace turnstream::json {
namespace {

/// Removes numbers of fixed width and separators from the front of the text. After a failed number(), a failed
/// expect_any(), or fail(), complete() stays false.
class DateCursor {
 public:
  explicit DateCursor(std::string_view text) : rest_(text) {}

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

std::int64_t take_milliseconds(DateCursor& fields) {
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

/// Removes the zone and returns by how many minutes it is ahead of UTC (negative: behind); 0 for `Z`, `z` or no zone.
std::int64_t take_zone(DateCursor& fields) {
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
  DateCursor fields(text);
  const std::int64_t year = fields.number(4, 1000, 9999);
  fields.expect_any("-");
  const std::int64_t month = fields.number(2, 1, 12);
  fields.expect_any("-");
  const std::int64_t day = fields.number(2, 1, 31);
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
  const std::chrono::year_month_day date(std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day)));
  if (!fields.complete() || !date.ok()) {
    return std::nullopt;
  }
  const std::int64_t days = std::chrono::sys_days(date).time_since_epoch().count();
  const std::int64_t minutes = (days * 24 + hour) * 60 + minute - ahead_minutes;
  return EventTime{(minutes * 60 + second) * 1000 + millisecond};
}

}  // namespace turnstream::json
