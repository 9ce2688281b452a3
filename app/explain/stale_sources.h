#pragma once
// Stale sources: an item is stale if a file to which it refers is gone or was changed after the item was made
// (`confidence`). The stage that owns a derived memory cannot know that of its sources; this view says so. Threads: any.

#include "app/explain/record_finder.h"
#include "app/explain/report.h"

namespace turnstream::app {

/// Sets `stale` of each source in the tree of the report, as SourceResolver left it, and `stale` of the report: whether
/// any source is. Reads the completions of the sources' persona once, if there is any source.
Status mark_stale(RecordFinder& finder, Report& report);

}  // namespace turnstream::app
