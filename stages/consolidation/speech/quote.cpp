#include "stages/consolidation/speech/quote.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "stages/common/notes/sentences.h"
#include "stages/consolidation/speech/wording.h"

namespace turnstream::consolidation {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
constexpr std::size_t kDateSize = 10;  ///< of "2026-01-01"
constexpr std::string_view kAsked = ", asked \"";
constexpr std::size_t kUnitsBefore = 2;
constexpr std::size_t kQuoteBytesMax = 230;  ///< of a quote that takes a unit before it
constexpr std::size_t kQuestionCodePointsMax = 120;
constexpr std::size_t kQuestion = notes::place_of_feature("question");
constexpr std::size_t kGreeting = notes::place_of_feature("greet");
constexpr std::size_t kThanks = notes::place_of_feature("thank");
constexpr std::size_t kCheer = notes::place_of_feature("cheer");

bool has_any(const notes::ScoredUnit& unit, std::initializer_list<std::size_t> features) {
  return std::any_of(features.begin(), features.end(), [&](std::size_t place) { return unit.features[place] > 0; });
}

Reading reading_of(std::span<const notes::ScoredUnit> units, std::size_t index, const notes::Names& speakers) {
  const Wording wording = wording_of(units[index].text, speakers);
  Reading reading{index, cost_of(wording, units[index].features), false, wording.points_back, wording.relative_time};
  std::size_t bytes = units[index].text.size();
  while (reading.points_back && reading.first > 0 && index - reading.first < kUnitsBefore) {
    const notes::ScoredUnit& before = units[reading.first - 1];
    bytes += before.text.size() + 1;
    if (bytes > kQuoteBytesMax || has_any(before, {kQuestion, kGreeting, kThanks})) {
      break;
    }
    --reading.first;
    const Wording whole = wording_of(joined(units, reading.first, index), speakers);
    reading.points_back = whole.points_back;
    reading.relative_time = whole.relative_time;
  }
  const auto before = units.first(reading.first);
  const auto says_nothing = [](const notes::ScoredUnit& unit) { return has_any(unit, {kGreeting, kThanks, kCheer}); };
  reading.opens = reading.points_back || std::all_of(before.begin(), before.end(), says_nothing);
  return reading;
}

int number_in(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

}  // namespace

std::int64_t Reading::value(std::int64_t score, bool asked) const {
  return score - cost - (points_back && !asked ? kPointsBackCost : 0);
}

std::vector<Reading> readings_of(std::span<const notes::ScoredUnit> units, const notes::Names& speakers) {
  std::vector<Reading> readings;
  readings.reserve(units.size());
  for (std::size_t i = 0; i < units.size(); ++i) {
    readings.push_back(reading_of(units, i, speakers));
  }
  return readings;
}

std::string joined(std::span<const notes::ScoredUnit> units, std::size_t first, std::size_t last) {
  std::string text = units[first].text;
  for (std::size_t i = first + 1; i <= last; ++i) {
    text.append(" ").append(units[i].text);
  }
  return text;
}

std::string last_question(std::string_view message) {
  if (message.find('?') == std::string_view::npos) {
    return {};
  }
  const std::vector<std::string_view> sentences = notes::sentences_of(message);
  const auto last = std::find_if(sentences.rbegin(), sentences.rend(), notes::is_question);
  if (last == sentences.rend() || last->find(": ") != std::string_view::npos ||
      count_code_points(*last) > kQuestionCodePointsMax) {
    return {};
  }
  std::string question(*last);
  std::replace(question.begin(), question.end(), '"', '\'');
  std::replace(question.begin(), question.end(), '\n', ' ');
  return question;
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
  }
  return text;
}

std::string without_question(std::string label) {
  label.resize(std::min(label.size(), label.find(kAsked)));
  return label;
}

}  // namespace turnstream::consolidation
