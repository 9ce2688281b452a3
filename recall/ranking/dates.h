#pragma once
// Dates: those that a query asks for, how well the date of a message fits them, and the text of a date that is indexed with
// a message. English names of months, the Gregorian calendar. Texts must be valid UTF-8. Threads: any; pure.

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace turnstream::recall {

/// A date as a query says it; 0 is a part that it does not say. The parts need not make a date that exists (31 June).
struct AskedDate {
  int year = 0;        ///< 0 to 9999
  unsigned month = 0;  ///< 0 to 12
  unsigned day = 0;    ///< 0 to 99

  friend bool operator==(const AskedDate&, const AskedDate&) = default;
};

/// The dates in a query, which must be in lower case (to_lower() of pipeline/base/utf8.h). Days with their month come first:
/// "8 may 2023", "8th of may", "may 8, 2023". If there are none, months: "may 2023", "june"; the word "may" alone only after
/// "in", "during", "of", "early", "late" or "mid". If there are none, the years from 2000 to 2099.
[[nodiscard]] std::vector<AskedDate> asked_dates(std::string_view lower_query);

/// How well the date fits, from 0 to 1.5; the best of the asked dates counts. The same day: 1.5; 3 days off: 1; 10 days: .6;
/// the same month: .4. Of a month that was asked for without a day: 1; the first 7 days of the next month: .5. Of a year: .3.
/// Precondition: date.ok().
[[nodiscard]] double date_score(std::span<const AskedDate> asked, std::chrono::year_month_day date);

/// For example "8 May 2023". Precondition: date.ok().
[[nodiscard]] std::string date_text(std::chrono::year_month_day date);

}  // namespace turnstream::recall
