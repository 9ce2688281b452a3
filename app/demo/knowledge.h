#pragma once
// Shows a few memories of each persona that has facts, a line for each: up to two facts (one of them with a fact that it
// superseded), a skill, a preference and a habit, each with the place of its first source. Threads: one.

#include "app/demo/page.h"
#include "app/demo/things.h"
#include "app/explain/record_finder.h"
#include "app/explain/report.h"
#include "pipeline/base/result.h"

namespace turnstream::app {

/// Also adds each memory to the array `memories`.
Status print_knowledge(Page& page, Report& memories, RecordFinder& finder, const Things& things);

}  // namespace turnstream::app
