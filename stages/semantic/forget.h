#pragma once
// The effects of `forget` and `unforget` on the facts and notes of a persona. Threads: the caller's.

#include "pipeline/model/command_args.h"
#include "stages/semantic/fact_book.h"
#include "stages/semantic/notes/note_book.h"

namespace turnstream::semantic {

/// Removes a fact or note if the command names it or one of its stored sources (item, turn or session), or if an upstream stage
/// removed the item of a stored source in this record; also a fact that a correction made of one that the command names. It is not
/// learnt again until `unforget`. With `all`, all facts and notes are removed, and none is barred, not even those forgotten before.
Status forget(const stage_api::Input& input, stage_api::PersonaContext& context, FactTable& facts, FactBook& book,
              NoteBook& notes);

/// Ends the bar of the facts and notes that the command names by id (with `all`, of all), so that later turns can state them
/// again. The completion says as `items_processed` how many.
Status unforget(const stage_api::Input& input, stage_api::PersonaContext& context, FactTable& facts);

}  // namespace turnstream::semantic
