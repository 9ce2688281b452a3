#pragma once
// Elided: sentences whose subject the speaker leaves out because it is the speaker: "Based in Leeds", "Broke up with Mateo", "Can't
// eat gluten". Threads: any; pure.

#include <span>
#include <string_view>

#include "stages/common/language/words.h"

namespace turnstream::change {

/// Whether the word tells a state of the speaker if a sentence without a subject begins with it: "engaged" (to Mateo).
[[nodiscard]] bool is_elided_state(std::string_view lower_word);

/// Whether a state of the speaker, or a verb without a subject, begins the sentence. Of an order ("Use tabs") true as well: it is the
/// speaker's, too.
[[nodiscard]] bool is_elided(std::span<const language::Word> sentence);

}  // namespace turnstream::change
