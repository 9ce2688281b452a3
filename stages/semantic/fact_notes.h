#pragma once
// The link between facts and notes: which notes say a claim, and what becomes of notes when their facts end or hold again.
// Threads: the caller's.

#include <vector>

#include "stages/semantic/claims.h"
#include "stages/semantic/fact_book.h"
#include "stages/semantic/notes/note_book.h"

namespace turnstream::semantic {

/// Sets Claim::notes: the units of the same text that have the claim's sentence, or that it has.
void link_claims(std::vector<Claim>& claims, const std::vector<HeardUnit>& heard);

/// Carries to the notes what the record did to the facts that rest on them. A note is marked once any fact that rests on it has
/// ended, and holds again once all of them do. It stays as it is if it says itself what took the fact's place, and if it was
/// said later than the end (NoteBook::mark()). What takes the place of what a note says is shown. Call it once, before the
/// tables are written.
Status mark_notes(FactTable& facts, const FactBook& book, NoteBook& notes);

}  // namespace turnstream::semantic
