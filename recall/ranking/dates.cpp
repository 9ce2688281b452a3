#include "recall/ranking/dates.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "recall/ranking/words.h"

namespace turnstream::recall {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"january",   "february", "march",    "april",
                                                   "may",       "june",     "july",     "august",
                                                   "september", "october",  "november", "december"};
constexpr unsigned kMay = 5;
constexpr std::size_t kYearDigits = 4;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// Reads a text from left to right. The functions that read say whether they did; otherwise the position stays.
class Scanner {
 public:
  Scanner(std::string_view text, std::size_t at) : text_(text), at_(at) {}

  [[nodiscard]] std::size_t at() const { return at_; }

  bool read(std::string_view expected) {
    const bool found = text_.substr(at_).starts_with(expected);
    at_ += found ? expected.size() : 0;
    return found;
  }
  bool read_ordinal_ending() { return read("st") || read("nd") || read("rd") || read("th"); }

  /// 0 if the name of a month does not begin here.
  unsigned read_month() {
    for (unsigned month = 1; month <= kMonths.size(); ++month) {
      if (read(kMonths[month - 1])) {
        return month;
      }
    }
    return 0;
  }

  /// As many digits as there are, at most `digits_max`; fewer than `digits_min`: none.
  std::optional<int> read_number(std::size_t digits_min, std::size_t digits_max) {
    int number = 0;
    std::size_t digits = 0;
    while (digits < digits_max && at_ + digits < text_.size() && is_digit(text_[at_ + digits])) {
      number = number * 10 + (text_[at_ + digits] - '0');
      ++digits;
    }
    if (digits < digits_min) {
      return std::nullopt;
    }
    at_ += digits;
    return number;
  }

  /// " 2023" or ", 2023"; 0 if it is not there.
  int read_separate_year() {
    const std::size_t begin = at_;
    read(",");
    if (read(" ")) {
      if (const auto year = read_number(kYearDigits, kYearDigits)) {
        return *year;
      }
    }
    at_ = begin;
    return 0;
  }

  [[nodiscard]] bool at_word_character() const { return is_word_character_at(text_, at_); }

 private:
  std::string_view text_;
  std::size_t at_;
};

/// "8 may", "8th of may, 2023"; what is around it may belong to longer words.
std::optional<AskedDate> read_day_before_month(Scanner& scanner) {
  const auto day = scanner.read_number(1, 2);
  if (!day) {
    return std::nullopt;
  }
  scanner.read_ordinal_ending();
  scanner.read(" of");
  const unsigned month = scanner.read(" ") ? scanner.read_month() : 0;
  if (month == 0) {
    return std::nullopt;
  }
  scanner.read(",");
  scanner.read(" ");
  return AskedDate{scanner.read_number(kYearDigits, kYearDigits).value_or(0), month, static_cast<unsigned>(*day)};
}

/// "may 8", "may 8th, 2023"; the name of the month may be the end of a longer word.
std::optional<AskedDate> read_day_behind_month(Scanner& scanner) {
  const unsigned month = scanner.read_month();
  const auto day = month != 0 && scanner.read(" ") ? scanner.read_number(1, 2) : std::nullopt;
  if (!day) {
    return std::nullopt;
  }
  scanner.read_ordinal_ending();
  if (scanner.at_word_character()) {
    return std::nullopt;
  }
  return AskedDate{scanner.read_separate_year(), month, static_cast<unsigned>(*day)};
}

/// All dates of one form, from left to right, none inside another.
template <typename ReadDate>
void find_dates(std::string_view query, ReadDate read_date, std::vector<AskedDate>& found) {
  for (std::size_t at = 0; at < query.size();) {
    Scanner scanner(query, at);
    if (const auto date = read_date(scanner)) {
      found.push_back(*date);
      at = scanner.at();
    } else {
      ++at;
    }
  }
}

bool names_month_may(std::string_view query) {
  constexpr std::array<std::string_view, 6> kBefore{"in may",    "during may", "of may",
                                                    "early may", "late may",   "mid may"};
  return std::any_of(kBefore.begin(), kBefore.end(),
                     [&](std::string_view phrase) { return query.find(phrase) != std::string_view::npos; });
}

/// Months that are whole words.
std::vector<AskedDate> find_months(std::string_view query) {
  std::vector<AskedDate> found;
  for (std::size_t at = 0; at < query.size();) {
    const std::string_view run = next_run(query, at);
    const auto named = std::find(kMonths.begin(), kMonths.end(), run);
    if (named == kMonths.end()) {
      continue;
    }
    const auto month = static_cast<unsigned>(named - kMonths.begin()) + 1;
    Scanner scanner(query, at);
    const std::size_t begin = scanner.at();
    const int year = scanner.read_separate_year();
    at = scanner.at();
    if (month != kMay || at != begin || names_month_may(query)) {
      found.push_back({year, month, 0});
    }
  }
  return found;
}

std::vector<AskedDate> find_years(std::string_view query) {
  std::vector<AskedDate> found;
  for (std::size_t at = 0; at < query.size();) {
    const std::string_view run = next_run(query, at);
    if (run.size() == kYearDigits && run.starts_with("20") && is_digit(run[2]) && is_digit(run[3])) {
      found.push_back({2000 + (run[2] - '0') * 10 + (run[3] - '0'), 0, 0});
    }
  }
  return found;
}

double score_of_month(unsigned asked, std::chrono::year_month_day date) {
  constexpr unsigned kFirstDays = 7;
  const auto month = static_cast<unsigned>(date.month());
  if (month == asked) {
    return 1;
  }
  return month == asked % 12 + 1 && static_cast<unsigned>(date.day()) <= kFirstDays ? .5 : 0;
}

double score_of_day(const AskedDate& asked, std::chrono::year_month_day date) {
  const std::chrono::year_month_day wanted{asked.year != 0 ? std::chrono::year{asked.year} : date.year(),
                                           std::chrono::month{asked.month}, std::chrono::day{asked.day}};
  if (!wanted.ok()) {
    return 0;
  }
  const auto days = std::abs((std::chrono::sys_days{date} - std::chrono::sys_days{wanted}).count());
  if (days == 0) {
    return 1.5;
  }
  if (days <= 3) {
    return 1;
  }
  if (days <= 10) {
    return .6;
  }
  return date.month() == wanted.month() ? .4 : 0;
}

double score_of(const AskedDate& asked, std::chrono::year_month_day date) {
  if (asked.year != 0 && std::chrono::year{asked.year} != date.year()) {
    return 0;
  }
  if (asked.month == 0) {
    return .3;
  }
  return asked.day == 0 ? score_of_month(asked.month, date) : score_of_day(asked, date);
}

}  // namespace

std::vector<AskedDate> asked_dates(std::string_view lower_query) {
  std::vector<AskedDate> found;
  find_dates(lower_query, read_day_before_month, found);
  find_dates(lower_query, read_day_behind_month, found);
  if (found.empty()) {
    found = find_months(lower_query);
  }
  return found.empty() ? find_years(lower_query) : found;
}

double date_score(std::span<const AskedDate> asked, std::chrono::year_month_day date) {
  double best = 0;
  for (const AskedDate& one : asked) {
    best = std::max(best, score_of(one, date));
  }
  return best;
}

std::string date_text(std::chrono::year_month_day date) {
  std::string month(kMonths[static_cast<unsigned>(date.month()) - 1]);
  month.front() = static_cast<char>(month.front() - 'a' + 'A');
  return std::to_string(static_cast<unsigned>(date.day())) + " " + month + " " +
         std::to_string(static_cast<int>(date.year()));
}

}  // namespace turnstream::recall
