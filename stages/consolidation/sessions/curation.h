#pragma once
// Curation: the best lines of one day of the daily log, announced once a day; nothing else changes. Threads: the caller's.

#include <optional>
#include <string>

#include "pipeline/stage_api/stage.h"
#include "stages/common/notes/word_statistics.h"
#include "stages/consolidation/sessions/daily_log.h"

namespace turnstream::consolidation {

/// Announces the day of the newest entry, if that day is later than those announced before and, if `before` is given, earlier
/// than that date. At most `lines_max` of the lines that the newest 256 entries have of that day.
Status curate_newest(const stage_api::Input& input, stage_api::PersonaContext& context, DailyLog& log,
                     const notes::WordStatistics& statistics, std::size_t lines_max,
                     const std::optional<std::string>& before);

}  // namespace turnstream::consolidation
