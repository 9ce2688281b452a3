#pragma once
// Finds the origin of an id in the public topics. For a memory it reads once the completions (if the question has a
// persona, only its partition) and the events in the partition of the memory's persona. Then it follows the sources
// (source_resolver.h). An id that no completion has may be that of an event, or of a memory that was merged into another
// or forgotten: the events say so. For a turn or command it reads the log and the dead letters once, and then searches the
// completions of each stage by log offset. What it keeps is bounded. Errors: those of the log; "bad_completion";
// "not_found" with what was searched. Threads: one.

#include "app/explain/record_finder.h"
#include "app/explain/report.h"

namespace turnstream::app {

/// Explains a memory, or a source that a memory names; if none has the id, an event, turn or command. If the question fits
/// more than one id, or an id of more than one persona, reports these as candidates. What was forgotten is reported without
/// its text.
Result<Report> explain_id(RecordFinder& finder, const Question& question);

/// Explains the turn or command with the id of the question; reports candidates as explain_id() does.
Result<Report> explain_turn(RecordFinder& finder, const Question& question);

}  // namespace turnstream::app
