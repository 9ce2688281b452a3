#pragma once
// Ending: how a memory that no longer exists ended: forgotten by a command, merged into another, or removed by a rule. What
// was forgotten keeps its history in the report, but none of its text. Errors: those of the log. Threads: one.

#include "app/explain/event_collector.h"
#include "app/explain/record_finder.h"
#include "app/explain/report.h"

namespace turnstream::app {

/// The command at that place of the log (forget_commands.h); null if the log no longer has it.
Result<Report> read_command(RecordFinder& finder, const Place& log);

/// Sets `ended` of each entry of `things` in the report of a memory: null if it exists, else {"how","time","stage","command","into",
/// "reason"}; `how` is forgotten, merged, taken_back or removed. Precondition: the report has its events.
Status add_endings(RecordFinder& finder, const EventCollector& events, Report& report);

/// Removes the text of what was forgotten from the report of a memory. Precondition: it has its sources and endings.
void withhold_forgotten(Report& report);

}  // namespace turnstream::app
