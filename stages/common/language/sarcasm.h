#pragma once
// Sarcasm: sentences whose praise is not meant. There are two marks: praise next to a complaint ("The build broke again. I
// love this tool."), and praise in capitals in a sentence that is not ("I just LOVE waiting"). Such a sentence states no taste.
// Jokes that name themselves ("lol", "oh great") are left out before (sentences.h). Threads: any; pure.

#include "stages/common/language/sentences.h"
#include "stages/common/language/statements.h"
#include "stages/common/language/words.h"

namespace turnstream::language {

/// Whether the sentence, which is one of `words`, has a mark. A complaint counts in the sentence itself and in the ones next to
/// it, but not behind "but" or another contrast: "I love my bike, but the brake broke" is meant.
[[nodiscard]] bool is_sarcastic(Sentence sentence, const Words& words);

/// Whether the statement says that the speaker likes something. A sarcastic sentence does not state that.
[[nodiscard]] bool is_praise(const Statement& statement);

}  // namespace turnstream::language
