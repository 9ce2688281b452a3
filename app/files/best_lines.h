#pragma once
// The best lines of the daily log, as MEMORY.md shows them: consolidation's curation made again from the entries that
// memory has (stages/consolidation/sessions/curation.h). So what is forgotten does not stand in them, and its words do
// not count. Recall does not know the words of all messages, by which the stage tells which words are rare; here the
// entries up to the day stand for them. That matters only for a day with more than kDayLinesMax lines: of fewer, both
// take all. Threads: pure.

#include <cstddef>
#include <string>
#include <vector>

#include "app/files/memory_map.h"

namespace turnstream::app {

/// Of one day; the default of memory.consolidation.curation_lines_max.
inline constexpr std::size_t kDayLinesMax = 20;

struct DayLine {
  std::string text;
  const recall::Document* entry = nullptr;  ///< valid as long as the documents of the map
};

/// Of the newest days that are over, because a later day has an entry, the best lines in their order, the newest day
/// first. Only as many whole days as have at most `lines_max` lines. A later day changes nothing of an earlier one.
[[nodiscard]] std::vector<DayLine> best_lines_of_days(const MemoryMap& map, std::size_t lines_max);

}  // namespace turnstream::app
