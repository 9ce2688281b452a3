#pragma once
// What `forget` and `unforget` do to the facts of a persona. Threads: the caller's.

#include "pipeline/model/command_args.h"
#include "stages/semantic/fact_book.h"

namespace turnstream::semantic {

/// A fact goes if it is named, or if anything it rests on is, or was removed upstream in this record; it is not learnt
/// again until it is unforgotten. A persona that is forgotten whole begins anew: nothing stays barred.
Status forget(const stage_api::Input& input, stage_api::PersonaContext& context, FactTable& facts, FactBook& book);

/// Facts that are named by id, or all, may be learnt again.
Status unforget(const stage_api::Input& input, stage_api::PersonaContext& context, FactTable& facts);

}  // namespace turnstream::semantic
