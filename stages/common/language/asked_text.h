#pragma once
// Asked texts: sentences that ask an agent for a text: "Translate this", "Write a poem about …". What they name is not news.
// Threads: any; pure.

#include "stages/common/language/sentences.h"

namespace turnstream::language {

/// The sentence without "hey", "please", "can you" in front; empty if nothing else is there.
[[nodiscard]] Sentence without_call(Sentence sentence);

/// Whether it asks for a text: "Translate this", "write a poem about how I lost my job".
[[nodiscard]] bool asks_for_text(Sentence sentence);

/// Whether it also has a colon, so that all the rest of what is said can be part of the text: "Translate: my father died".
[[nodiscard]] bool gives_text(Sentence sentence);

/// Whether it gives a text to work on: "Translate: never push to main"; not "Write commits like this: type, subject".
[[nodiscard]] bool gives_text_to_work_on(Sentence sentence);

}  // namespace turnstream::language
