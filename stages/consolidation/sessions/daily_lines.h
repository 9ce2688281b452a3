#pragma once
// What the lines of an entry of the daily log rest on, and what is left of them when some of it is forgotten. Threads: any;
// pure.

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "pipeline/model/daily.h"

namespace turnstream::consolidation {

/// Positions in the entry's sources: of the turn whose words the line has, then of those that its label quotes. Empty: the
/// line rests on all sources, and can have words of each.
[[nodiscard]] std::span<const std::size_t> sources_of_line(const model::Daily& daily, std::size_t line);

/// Adds lines and sources of another window of the same session. The entry keeps its user if both have the same one.
void join(model::Daily& daily, const model::Daily& more);

/// A line that leaves its entry.
struct LeavingLine {
  std::string text;
  bool barred = false;           ///< words of it are forgotten: its sentences must not be written again
  std::vector<std::string> ids;  ///< of the sources whose words it has: items and turns
};

/// Takes the sources for which the predicate holds out of the entry, and the lines that rest on one of them. Returns these
/// lines, in order. An entry that is left without a line has to go.
std::vector<LeavingLine> take_sources(model::Daily& daily,
                                      const std::function<bool(const model::Source&)>& is_forgotten);

/// All lines, barred.
[[nodiscard]] std::vector<LeavingLine> all_lines(const model::Daily& daily);

}  // namespace turnstream::consolidation
