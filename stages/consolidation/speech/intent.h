#pragma once
// Intent: what one does by saying a unit, if it is over when it is done, so that it makes no memory: an order that is carried out at once, what
// one does next, a wish or farewell. Word lists: intent_words.h. Threads: any; pure.

#include <cstdint>

#include "stages/common/notes/features.h"
#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

enum class Intent : std::uint8_t {
  kNone,
  kOrder,       ///< "Summarise the article", "can you try it again?": it says nothing about the speaker
  kNextAction,  ///< "Let me check the logs first", "Give me a second"
  kWish,        ///< "Have fun", "See you on Monday", "I hope you feel better"
};

/// `spoken`: the unit without interjections at its front.
[[nodiscard]] Intent intent_of(Tokens spoken);

/// What a unit with this intent is worth less: nothing if it names a person or object or, but for a wish,
/// a day. In 10⁻⁹.
[[nodiscard]] std::int64_t cost_of(Intent intent, const notes::FeatureValues& features);

}  // namespace turnstream::consolidation
