#include "app/files/best_lines.h"

#include <algorithm>
#include <sstream>

#include "stages/common/notes/choice.h"
#include "stages/common/notes/word_statistics.h"
#include "stages/common/notes/words.h"

namespace turnstream::app {
namespace {

struct Day {
  std::vector<std::string> lines;  ///< in their order
  Documents entries;               ///< for each line its entry
};

Day day_of(const Documents& entries) {
  Day day;
  for (const recall::Document* entry : entries) {
    std::istringstream lines(entry->text);
    for (std::string line; std::getline(lines, line);) {
      day.lines.push_back(line);
      day.entries.push_back(entry);
    }
  }
  return day;
}

std::vector<DayLine> best_of(const Day& day, const notes::WordStatistics& statistics) {
  std::vector<DayLine> best;
  for (const std::size_t index : notes::best_lines(day.lines, kDayLinesMax, statistics)) {
    best.push_back({day.lines[index], day.entries[index]});
  }
  return best;
}

/// The index of the first of the newest days that have together at most `lines_max` lines to show.
std::size_t first_shown(const std::vector<Day>& days, std::size_t lines_max) {
  std::size_t first = days.size();
  for (std::size_t lines = 0; first > 0; --first) {
    lines += std::min(days[first - 1].lines.size(), kDayLinesMax);
    if (lines > lines_max) {
      break;
    }
  }
  return first;
}

}  // namespace

std::vector<DayLine> best_lines_of_days(const MemoryMap& map, std::size_t lines_max) {
  std::vector<Day> days;
  for (const auto& day : map.days()) {
    days.push_back(day_of(day.second));
  }
  if (!days.empty()) {
    days.pop_back();  // The newest day is not over.
  }
  const std::size_t first = first_shown(days, lines_max);
  notes::WordStatistics heard;
  std::vector<DayLine> best;
  for (std::size_t i = 0; i < days.size(); ++i) {
    for (const std::string& line : days[i].lines) {
      heard.add(notes::stems_of(notes::said_in(line)));
    }
    if (i >= first) {
      const std::vector<DayLine> of_day = best_of(days[i], heard);
      best.insert(best.begin(), of_day.begin(), of_day.end());
    }
  }
  return best;
}

}  // namespace turnstream::app
