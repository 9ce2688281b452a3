#pragma once
// Hidden: what a note must no longer show of what was forgotten. A question or a sentence before a note may be, or have in it, what
// is a note of its own: each run of its sentences can be one. Threads: any; pure.

#include <string_view>

#include "pipeline/base/result.h"
#include "stages/common/evidence/forgotten.h"
#include "stages/semantic/gone_facts.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/talk.h"

namespace turnstream::semantic {

/// Takes from the note what it shows of barred notes. Errors: those of GoneFacts::has().
Status hide_barred(std::string_view persona, const GoneFacts& gone, KeptNote& kept);
/// The same for what the last messages leave.
Status hide_barred(std::string_view persona, const GoneFacts& gone, Talk& talk);
/// Takes from the note what it shows of forgotten turns and notes.
void hide_forgotten(std::string_view persona, const evidence::Forgotten& forgotten, KeptNote& kept);
/// Removes it from what the last messages leave. Returns whether something was removed.
bool forget_talk(std::string_view persona, const evidence::Forgotten& forgotten, Talk& talk);

/// So many sentences of a text are looked at.
inline constexpr std::size_t kSentencesMax = 8;

}  // namespace turnstream::semantic
