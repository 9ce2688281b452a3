#include "stages/consolidation/sessions/window_lines.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "pipeline/base/time_format.h"
#include "pipeline/base/utf8.h"
#include "stages/common/notes/choice.h"
#include "stages/consolidation/requests/reply_text.h"

namespace turnstream::consolidation {
namespace {

constexpr std::array<std::string_view, 12> kMonths{"January",   "February", "March",    "April",
                                                   "May",       "June",     "July",     "August",
                                                   "September", "October",  "November", "December"};
/// Blocked sentences are compared without the part before a colon, if that is at most 128 bytes long.
constexpr std::size_t kNameBytesMax = 96;
constexpr std::size_t kDateSize = 10;  ///< of "2026-01-01"
constexpr std::int64_t kLinesOf = 3;
constexpr std::int64_t kMessages = 8;

int number_in(std::string_view digits) {
  int number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

std::string cut_name(std::string name) {
  std::size_t code_points = kNameBytesMax;
  while (first_code_points(name, code_points).size() > kNameBytesMax) {
    --code_points;
  }
  name.resize(first_code_points(name, code_points).size());
  return name;
}

}  // namespace

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

std::string line_of(const Message& message, std::string_view text) {
  std::string line = cut_name(cleaned(message.speaker));
  return line.append(", ").append(spoken_date(message.at)).append(": ").append(text);
}

std::vector<notes::ScoredUnit> units_of(const Window& window, const notes::WordStatistics& statistics) {
  std::vector<std::string_view> speakers;
  for (const Message& message : window.messages) {
    if (std::find(speakers.begin(), speakers.end(), message.speaker) == speakers.end()) {
      speakers.push_back(message.speaker);
    }
  }
  const notes::Names names = notes::names_of(speakers);
  notes::Rarities rarities(statistics);
  std::vector<notes::ScoredUnit> units;
  for (std::size_t i = 0; i < window.messages.size(); ++i) {
    for (const KeptUnit& kept : window.messages[i].units) {
      notes::ScoredUnit& unit = units.emplace_back();
      unit.message = i;
      unit.text = kept.text;
      unit.stems = notes::without_names(notes::stems_of(unit.text), names);
      unit.rarities = rarities.of(unit.stems);
      unit.score = kept.rest + notes::score_of_rarities(unit.rarities, kept.words);
    }
  }
  return units;
}

std::vector<std::string> best_lines(const Window& window, const std::vector<notes::ScoredUnit>& units,
                                    std::size_t lines_max) {
  std::vector<std::size_t> best = notes::best_units(units, lines_max);
  std::sort(best.begin(), best.end());
  std::vector<std::string> lines;
  for (const std::size_t index : best) {
    if (units[index].score >= notes::kWorthKeeping) {
      lines.push_back(line_of(window.messages[units[index].message], units[index].text));
    }
  }
  return lines;
}

std::size_t lines_due(std::int64_t flushed, std::int64_t lines, std::size_t messages, std::int64_t lines_max) {
  const std::int64_t all = flushed + static_cast<std::int64_t>(messages);
  const std::int64_t due = (all * kLinesOf + kMessages / 2) / kMessages - lines;
  return static_cast<std::size_t>(std::clamp<std::int64_t>(due, messages > 1 || flushed == 0 ? 1 : 0, lines_max));
}

}  // namespace turnstream::consolidation
