#pragma once
// What other personas share with this one: the commands share and unshare, which consolidation of the other persona sends.
// A received insight is of type shared, rests on the other persona's insight alone, and is never shared on. Threads: the
// caller's.

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/insights/insight_book.h"

namespace turnstream::consolidation {

/// Adds the insight, or updates the one that was shared before. Changes nothing if a sentence of it was forgotten here.
/// Errors: code "bad_command", reaction kDeadLetter.
Status receive_share(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights);

/// Removes the named insights of the other persona; others, and unknown ones, stay as they are. Errors: as receive_share().
Status receive_unshare(const stage_api::Input& input, stage_api::PersonaContext& context, InsightBook& insights);

}  // namespace turnstream::consolidation
