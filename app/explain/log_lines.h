#pragma once
// Adds to a turn the lines that processes logged about it (log.format=json, one object a line). Errors: "unreadable".
// Threads: one.

#include <string>
#include <vector>

#include "app/explain/report.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Adds the lines that have the id of the turn, and its persona or no persona, sorted by time. Precondition: `report` is
/// that of a turn.
Status add_log_lines(Report& report, const std::vector<std::string>& files);

}  // namespace turnstream::app
