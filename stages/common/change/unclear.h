#pragma once
// Unclear: whether a sentence, as a text of its own, does not say what it speaks of. Threads: any; pure.

#include "stages/common/language/sentences.h"

namespace turnstream::change {

/// Whether one of this holds of the sentence, so that its text tells a later reader nothing:
/// - its subject or object is named elsewhere: "They were there for me", "I turned it into a lesson", "for the cause";
/// - it is a short answer: "Yup, we raised a ton";
/// - it is a judgement of what holds for all, without the speaker: "Good schools are key to a town".
/// Not if a later clause names what it speaks of ("They gave me more time, the thesis is due in May"), not "he" and "she", and no
/// pronoun behind the noun for which it can stand: "The car is old, but I like it".
[[nodiscard]] bool is_unclear(language::Sentence sentence);

}  // namespace turnstream::change
