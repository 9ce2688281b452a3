#pragma once
// Praise: words and sentences that say how good something is, and nothing else. Word lists: standing_words.h. Threads: any; pure.

#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

/// "great", "inspiring", "lovely".
[[nodiscard]] bool is_praise(const Token& token);

/// Whether the text, a caption aside, is one sentence that only praises something, and is not about the speaker or theirs: "The tower
/// looks so cool!"
[[nodiscard]] bool only_praises(Tokens text);

}  // namespace turnstream::consolidation
