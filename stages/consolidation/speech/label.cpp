#include "stages/consolidation/speech/label.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"

namespace turnstream::consolidation {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::size_t kDateSize = 10;  ///< of "2026-01-01"
constexpr std::string_view kAsked = ", asked \"";
constexpr std::string_view kSaid = " after saying \"";

int number_in(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::string in_label(std::string_view said) {
  std::string text(said);
  std::replace(text.begin(), text.end(), '"', '\'');
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

bool can_stand_in_label(std::string_view text, std::size_t code_points_max) {
  return text.find(": ") == std::string_view::npos && count_code_points(text) <= code_points_max;
}

std::string date_of(EventTime time) {
  return format_time(time.value()).substr(0, kDateSize);
}

std::string spoken_date(EventTime time) {
  const std::string date = date_of(time);
  const int month = number_in(std::string_view(date).substr(5, 2));
  const int day = number_in(std::string_view(date).substr(8, 2));
  return std::to_string(day) + " " + std::string(kMonths.at(static_cast<std::size_t>(month - 1))) + " " +
         date.substr(0, 4);
}

std::string text_of(const Label& label) {
  std::string text(label.speaker);
  if (label.at.has_value()) {
    text.append(text.empty() ? "" : ", ").append(spoken_date(*label.at));
  }
  if (!label.question.empty()) {
    text.append(kAsked).append(label.question).append("\"");
    if (!label.said.empty()) {
      text.append(kSaid).append(label.said).append("\"");
    }
  }
  return text;
}

std::string without_question(std::string label) {
  label.resize(std::min(label.size(), label.find(kAsked)));
  return label;
}

}  // namespace turnstream::consolidation
