#pragma once
// Timeline: how facts, patterns and other memories of a persona changed, in the order of time: when each began, changed, ended or was
// removed, and the record of the log that says so. Threads: pure.

#include <string>

#include "pipeline/base/result.h"
#include "recall/answers/answer.h"
#include "recall/answers/query.h"
#include "recall/answers/search.h"
#include "recall/read_model/persona_memory.h"

namespace turnstream::recall {

/// Appends {"persona_id":…,"log":…,"entries":[{"time":…,"change":…,"kind":…,"id":…,"text":…,"confidence":…,"log":…}]}: the newest entries,
/// the oldest of them first. Each has the text that the memory had then.
///
/// began, ended  of a fact: at the bounds of its validity, in event time. Of others: began when their first version did, in
///               event time of its evidence.
/// changed       another text, subject or type; of others than facts also a confidence that moved by .1. In the log time of a
///               fact's record, else in event time.
/// removed       memory no longer has it, in log time.
///
/// Versions that ended before the history that is kept (recall.history_days) are missing; of a fact the newest intervals of its validity
/// are there all the same. A memory that was removed and came back begins again. With words, only memories that are still there.
/// Errors: of the store; "not_found" for an id that memory never had in that history, and for a message's.
Status append_timeline(std::string& out, const Asked& asked, Searcher& searcher, const TimelineQuery& query);

}  // namespace turnstream::recall
