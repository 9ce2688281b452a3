#pragma once
// EventReport: the explanation of one event of the topics consolidation, insights or maintenance: what it says, the record of
// the log that caused it, and the memories that it names, as they are now. Errors: those of the log; "bad_completion".
// Threads: one.

#include "app/explain/record_finder.h"
#include "app/explain/report.h"

namespace turnstream::app {

/// `found`: {"value","place"} of the event. Of the memories that a forget report names it gives the ids alone.
Result<Report> event_report(RecordFinder& finder, const Report& found);

}  // namespace turnstream::app
