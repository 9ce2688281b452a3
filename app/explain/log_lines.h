#pragma once
// Adds to the report of a turn what processes printed about it: the lines of their log output (log.format=json, one
// object a line), not records of the topic that is called the log. Errors: "unreadable". Threads: one.

#include <istream>
#include <string>
#include <vector>

#include "app/explain/report.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Adds the lines of the files that have the id of the turn, and its persona or no persona, sorted by time: the first
/// 40 and the last 60 of at most 10,000. The file `-` is `standard`. Precondition: `report` is that of a turn.
Status add_log_lines(Report& report, const std::vector<std::string>& files, std::istream& standard);

}  // namespace turnstream::app
