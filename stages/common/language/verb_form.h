#pragma once
// Verb forms: which words can be a verb in its plain form, as orders and habits begin with. Threads: any; pure.

#include "stages/common/language/words.h"

namespace turnstream::language {

/// Whether the word can be a plain verb by its spelling and classes: "run", "push", "open". Not past forms ("met", "asked"),
/// forms in -ing, helping verbs but "do" and "have", nouns for people, numbers, times, and words that only stand around verbs.
[[nodiscard]] bool can_be_plain_verb(const Word& word);

}  // namespace turnstream::language
