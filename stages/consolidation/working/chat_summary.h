#pragma once
// The summary of a chat without a model: the best one or two sentences of the turn's two messages, word for word.
// Threads: any; pure.

#include <cstdint>
#include <string>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "stages/consolidation/speech/heard.h"
#include "stages/consolidation/working/entry.h"

namespace turnstream::consolidation {

struct ChatSummary {
  std::string asked_in;     ///< the other turn whose question stands in a label; empty: none
  std::int64_t value = 0;   ///< the highest of the units, in 10⁻⁹; 0 without units
  std::vector<Span> spans;  ///< as they are quoted (speech/quote.h), with labels; empty only without units
};

/// The best unit of each side, if its value is worth keeping, or if its score is, it says more than a reaction, and the
/// other side's value is worth keeping: questions are asked about both sides. If that leaves one side alone, its second unit
/// follows or precedes, if it is worth keeping, has at least .6 of the first one's value, and is understood there. `at`: when
/// the turn was said.
[[nodiscard]] ChatSummary chat_summary(const std::vector<Heard>& messages, EventTime at);

}  // namespace turnstream::consolidation
