#pragma once
// Shows a few memories of each persona that has facts: up to two facts (one of them with a fact that it superseded), a
// skill, a preference and a habit, each with the words of the turn of its first source; a fact of a topic, and a line of
// the daily log. Threads: one.

#include <map>
#include <ostream>
#include <string>

#include "app/explain/record_finder.h"
#include "app/explain/report.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// The present values, as JSON by kind and id, after the changes in all completions. Deleted ones are absent.
using Things = std::map<std::string, std::map<std::string, std::string>>;

/// Also adds each memory to the array `memories`.
Status print_knowledge(std::ostream& out, Report& memories, RecordFinder& finder, const Things& things);

}  // namespace turnstream::app
