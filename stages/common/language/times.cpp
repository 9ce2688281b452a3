#include "stages/common/language/times.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

#include "stages/common/language/lexicon.h"

namespace turnstream::language {
namespace {

using std::chrono::day;
using std::chrono::month;
using std::chrono::months;
using std::chrono::sys_days;
using std::chrono::year;
using std::chrono::year_month;
using std::chrono::year_month_day;

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};
constexpr std::array<std::string_view, 7> kWeekdays{"monday", "tuesday",  "wednesday", "thursday",
                                                    "friday", "saturday", "sunday"};
constexpr std::array<std::string_view, 13> kCounts{"zero",  "one",   "two",  "three", "four",   "five",  "six",
                                                   "seven", "eight", "nine", "ten",   "eleven", "twelve"};

/// A time in one word: first and last day, counted from today.
struct WordRow {
  std::string_view word;
  std::int64_t first;
  std::int64_t last;
};
constexpr WordRow kWords[] = {{"yesterday", -1, -1}, {"today", 0, 0}, {"tonight", 0, 0}, {"tomorrow", 1, 1}};

/// The first month of a season of the northern half of the world, which has three.
struct SeasonRow {
  std::string_view word;
  unsigned month;
};
constexpr SeasonRow kSeasons[] = {{"spring", 3}, {"summer", 6}, {"autumn", 9}, {"fall", 9}, {"winter", 12}};

template <std::size_t size>
std::optional<std::int64_t> place_in(const std::array<std::string_view, size>& names, std::string_view word) {
  const auto found = std::find(names.begin(), names.end(), word);
  return found == names.end() ? std::nullopt : std::optional(static_cast<std::int64_t>(found - names.begin()));
}

std::optional<std::int64_t> number_of(std::string_view text, std::size_t digits_max) {
  std::int64_t number = 0;
  if (text.empty() || text.size() > digits_max) {
    return std::nullopt;
  }
  for (const char c : text) {
    if (c < '0' || c > '9') {
      return std::nullopt;
    }
    number = number * 10 + (c - '0');
  }
  return number;
}

/// The number of a day in its month: "12", "21st".
std::optional<unsigned> day_in_month(std::string_view word) {
  for (const std::string_view ending : {"st", "nd", "rd", "th"}) {
    if (word.size() > 2 && word.ends_with(ending)) {
      word.remove_suffix(2);
      break;
    }
  }
  const auto number = number_of(word, 2);
  return number.has_value() && *number >= 1 && *number <= 31 ? std::optional(static_cast<unsigned>(*number))
                                                             : std::nullopt;
}

std::optional<int> year_of(std::string_view word) {
  const auto number = word.size() == 4 ? number_of(word, 4) : std::nullopt;
  return number.has_value() && *number >= 1900 && *number <= 2100 ? std::optional(static_cast<int>(*number))
                                                                  : std::nullopt;
}

std::int64_t day_number(year_month_day date) {
  return sys_days(date).time_since_epoch().count();
}

year_month_day date_of(std::int64_t number) {
  return year_month_day(sys_days(std::chrono::days(number)));
}

DaySpan months_from(year_month first, int count) {
  return {day_number(first / day(1)), day_number((first + months(count)) / day(1)) - 1};
}

class Finder {
 public:
  Finder(Sentence sentence, std::int64_t today, Side side) : sentence_(sentence), today_(today), side_(side) {}

  std::optional<DaySpan> find() {
    for (std::size_t at = 0; at < sentence_.size(); ++at) {
      if (word(at) == "since") {
        return std::nullopt;
      }
      if (const auto span = time_at(at); span.has_value()) {
        return span;
      }
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] std::string_view word(std::size_t at) const {
    return at < sentence_.size() && !sentence_[at].quoted ? std::string_view(sentence_[at].lower) : std::string_view();
  }
  [[nodiscard]] std::int64_t weekday() const { return (today_ % 7 + 7 + 3) % 7; }  // 1970-01-01 was a Thursday

  [[nodiscard]] std::optional<DaySpan> time_at(std::size_t at) const {
    const std::string_view here = word(at);
    const auto* row =
        std::find_if(std::begin(kWords), std::end(kWords), [here](const WordRow& one) { return one.word == here; });
    if (row != std::end(kWords)) {
      const bool before = here == "yesterday" && at > 1 && word(at - 1) == "before";
      return DaySpan{today_ + row->first - (before ? 1 : 0), today_ + row->last - (before ? 1 : 0)};
    }
    if (here == "last" || here == "next" || here == "this") {
      return beside(here == "last" ? -1 : here == "next" ? 1 : 0, word(at + 1));
    }
    if (const auto span = ago(at); span.has_value()) {
      return span;
    }
    if (const auto span = date_at(at); span.has_value()) {
      return span;
    }
    if (here == "in" || here == "on" || here == "during" || here == "by") {
      return behind_preposition(at + 1);
    }
    return std::nullopt;
  }

  /// "last week", "this month", "next Tuesday", "last March", "last summer"; `step`: -1, 0 or 1.
  [[nodiscard]] std::optional<DaySpan> beside(std::int64_t step, std::string_view unit) const {
    const year_month_day date = date_of(today_);
    const std::int64_t monday = today_ - weekday();
    if (unit == "week") {
      return DaySpan{monday + 7 * step, monday + 7 * step + 6};
    }
    if (unit == "weekend") {
      const bool past = step == 0 && side_ == Side::kPast && weekday() < 4;  // said from Monday to Thursday
      return DaySpan{monday + 7 * (past ? -1 : step) + 5, monday + 7 * (past ? -1 : step) + 6};
    }
    if (unit == "night") {
      return DaySpan{today_ + step, today_ + step};
    }
    if (unit == "month") {
      return months_from(date.year() / date.month() + months(static_cast<int>(step)), 1);
    }
    if (unit == "year") {
      return months_from((date.year() + std::chrono::years(static_cast<int>(step))) / month(1), 12);
    }
    const Side side = step < 0 ? Side::kPast : step > 0 ? Side::kFuture : side_;
    if (const auto place = place_in(kWeekdays, unit); place.has_value()) {
      return nearest_weekday(*place, side);
    }
    return named_months(unit, side);
  }

  [[nodiscard]] DaySpan nearest_weekday(std::int64_t place, Side side) const {
    const std::int64_t back = (weekday() - place + 7) % 7;
    const std::int64_t on = side == Side::kPast ? today_ - (back == 0 ? 7 : back) : today_ + (7 - back);
    return {on, on};
  }

  /// The nearest month or season of this name on this side; the present one is past.
  [[nodiscard]] std::optional<DaySpan> named_months(std::string_view name, Side side) const {
    const auto place = place_in(kMonths, name);
    const auto* season = std::find_if(std::begin(kSeasons), std::end(kSeasons),
                                      [name](const SeasonRow& row) { return row.word == name; });
    if (!place.has_value() && season == std::end(kSeasons)) {
      return std::nullopt;
    }
    const unsigned first = place.has_value() ? static_cast<unsigned>(*place) + 1 : season->month;
    const int count = place.has_value() ? 1 : 3;
    const year_month_day date = date_of(today_);
    year in = date.year();
    const bool begun = months_from(in / month(first), count).first <= today_;
    if (side == Side::kPast && !begun) {
      --in;
    } else if (side == Side::kFuture && begun) {
      ++in;
    }
    return months_from(in / month(first), count);
  }

  /// "two weeks ago", "a month ago"; a vague number ("a few") is not a time.
  [[nodiscard]] std::optional<DaySpan> ago(std::size_t at) const {
    if (word(at + 2) != "ago") {
      return std::nullopt;
    }
    const bool one = word(at) == "a" || word(at) == "an";
    const auto spelled = place_in(kCounts, word(at));
    const auto count = one ? std::optional<std::int64_t>(1) : spelled.has_value() ? spelled : number_of(word(at), 3);
    if (!count.has_value()) {
      return std::nullopt;
    }
    std::string_view unit = word(at + 1);
    unit.remove_suffix(unit.ends_with("s") ? 1 : 0);
    const year_month_day date = date_of(today_);
    if (unit == "day") {
      return DaySpan{today_ - *count, today_ - *count};
    }
    if (unit == "week") {
      return DaySpan{today_ - 7 * *count - weekday(), today_ - 7 * *count - weekday() + 6};
    }
    if (unit == "month") {
      return months_from(date.year() / date.month() - months(static_cast<int>(*count)), 1);
    }
    if (unit == "year") {
      return months_from((date.year() - std::chrono::years(static_cast<int>(*count))) / month(1), 12);
    }
    return std::nullopt;
  }

  /// "12 May", "the 12th of May 2025", "May 12th", "2026-05-12".
  [[nodiscard]] std::optional<DaySpan> date_at(std::size_t at) const {
    const std::string_view here = word(at);
    if (here.size() == 10 && here[4] == '-' && here[7] == '-') {
      const auto in = year_of(here.substr(0, 4));
      const auto month_number = number_of(here.substr(5, 2), 2);
      const auto day_number_in = number_of(here.substr(8, 2), 2);
      return in.has_value() && month_number.has_value() && day_number_in.has_value()
                 ? checked(year(*in) / month(static_cast<unsigned>(*month_number)) /
                           day(static_cast<unsigned>(*day_number_in)))
                 : std::nullopt;
    }
    if (const auto place = place_in(kMonths, here); place.has_value()) {
      const auto number = day_in_month(word(at + 1));
      return number.has_value() ? dated(*place, *number, at + 2) : std::nullopt;
    }
    const auto number = day_in_month(here);
    if (!number.has_value()) {
      return std::nullopt;
    }
    const std::size_t behind = word(at + 1) == "of" ? at + 2 : at + 1;
    const auto place = place_in(kMonths, word(behind));
    return place.has_value() ? dated(*place, *number, behind + 1) : std::nullopt;
  }

  /// The day of the month `place` (0: January); in the year at `at` if one stands there or behind a comma, else the nearest.
  [[nodiscard]] std::optional<DaySpan> dated(std::int64_t place, unsigned number, std::size_t at) const {
    const auto written = year_of(word(word(at) == "," ? at + 1 : at));
    const auto date_in = [&](year in) { return in / month(static_cast<unsigned>(place) + 1) / day(number); };
    if (written.has_value()) {
      return checked(date_in(year(*written)));
    }
    const year now = date_of(today_).year();
    const auto date = checked(date_in(now));
    if (date.has_value() && side_ == Side::kPast && date->first > today_) {
      return checked(date_in(now - std::chrono::years(1)));
    }
    return date.has_value() && side_ == Side::kFuture && date->first < today_
               ? checked(date_in(now + std::chrono::years(1)))
               : date;
  }

  static std::optional<DaySpan> checked(year_month_day date) {
    return date.ok() ? std::optional(DaySpan{day_number(date), day_number(date)}) : std::nullopt;
  }

  /// Behind "in" or "on": "May 12th", "Friday", "March", "March 2025", "2019", "the summer".
  [[nodiscard]] std::optional<DaySpan> behind_preposition(std::size_t at) const {
    at += word(at) == "the" ? 1 : 0;
    if (const auto date = date_at(at); date.has_value()) {
      return date;
    }
    if (const auto place = place_in(kWeekdays, word(at)); place.has_value()) {
      return nearest_weekday(*place, side_);
    }
    if (const auto in = year_of(word(at)); in.has_value()) {
      return months_from(year(*in) / month(1), 12);
    }
    const auto place = place_in(kMonths, word(at));
    const auto in = year_of(word(at + 1));
    if (place.has_value() && in.has_value()) {
      return months_from(year(*in) / month(static_cast<unsigned>(*place) + 1), 1);
    }
    return named_months(word(at), side_);
  }

  Sentence sentence_;
  std::int64_t today_;
  Side side_;
};

}  // namespace

std::optional<DaySpan> time_in(Sentence sentence, std::int64_t today, Side side) {
  return Finder(sentence, today, side).find();
}

}  // namespace turnstream::language
