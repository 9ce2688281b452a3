#pragma once
// The objects that a message says have ended, as phrases: "I've gone off spicy food" gives "spicy", "food" and "spicy food". The
// pattern stage looks them up among the tastes that it knows, as the semantic stage does among its facts. Threads: any; pure.

#include <cstddef>
#include <string>
#include <vector>

#include "stages/common/language/words.h"

namespace turnstream::change {

inline constexpr std::size_t kEndedPhrasesMax = 32;

/// The runs of up to four words, in lower case, that begin and end with a topic, in the parts of sentences that a certain end is
/// about (Cues::near). At most kEndedPhrasesMax, in order; empty for most messages.
[[nodiscard]] std::vector<std::string> ended_phrases_in(const language::Words& message);

}  // namespace turnstream::change
