#include "stages/consolidation/sessions/curation.h"

#include "stages/common/notes/choice.h"
#include "stages/consolidation/records/announcements.h"

namespace turnstream::consolidation {
namespace {

constexpr std::size_t kEntriesMax = 256;

struct Day {
  std::vector<std::string> lines;    ///< in their order
  std::vector<std::string> entries;  ///< for each line the id of its entry
};

Day lines_of(const std::vector<model::Daily>& newest_first, const std::string& date) {
  Day day;
  for (auto entry = newest_first.rbegin(); entry != newest_first.rend(); ++entry) {
    for (const std::string& line : entry->date == date ? entry->lines : std::vector<std::string>()) {
      day.lines.push_back(line);
      day.entries.push_back(entry->id);
    }
  }
  return day;
}

}  // namespace

Status curate_newest(const stage_api::Input& input, stage_api::PersonaContext& context, DailyLog& log,
                     const notes::WordStatistics& statistics, std::size_t lines_max,
                     const std::optional<std::string>& before) {
  TS_ASSIGN_OR_RETURN(const std::vector<model::Daily> newest, log.newest(1));
  if (newest.empty() || newest.front().date <= log.head().curated ||
      (before.has_value() && newest.front().date >= *before)) {
    return {};
  }
  const std::string date = newest.front().date;
  log.head().curated = date;
  TS_ASSIGN_OR_RETURN(const std::vector<model::Daily> entries, log.newest(kEntriesMax));
  const Day day = lines_of(entries, date);
  const std::vector<std::size_t> best = notes::best_lines(day.lines, lines_max, statistics);
  announce_consolidation(input, context, "curation", [&](json::Writer& json) {
    json.string("date", date).begin_array("lines");
    std::vector<std::string> sources;
    for (const std::size_t index : best) {
      json.string(day.lines[index]);
      if (sources.empty() || sources.back() != day.entries[index]) {
        sources.push_back(day.entries[index]);
      }
    }
    json.end_array();
    write_ids(json, "sources", sources);
  });
  return {};
}

}  // namespace turnstream::consolidation
