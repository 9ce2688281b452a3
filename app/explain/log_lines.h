#pragma once
// Joins what processes logged (log.format=json, one object a line) to a turn. Errors: "unreadable". Threads: one.

#include <string>
#include <vector>

#include "app/explain/turn_story.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Adds the lines of all files that bear the turn's id, and its persona or none, in the order of their times.
Status add_log_lines(TurnStory& story, const std::vector<std::string>& files);

}  // namespace turnstream::app
