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

/// What a topic takes of a chat.
struct ChatFact {
  Span span;             ///< without a text if none of the sides is worth an insight
  std::string asked_in;  ///< the other turn of which its label quotes something; empty: none
  bool of_user = false;  ///< the user says it
};

struct ChatSummary {
  std::string asked_in;      ///< the other turn whose question stands in a label; empty: none
  std::int64_t value = 0;    ///< the highest of the units, for pass 1, in 10⁻⁹; 0 without units
  std::int64_t worth = 0;    ///< the highest of the quotes of the sides that pass 1 keeps
  std::vector<Span> spans;   ///< as they are quoted (speech/quote.h), with labels; empty if none is worth an insight
  bool quotes_user = false;  ///< a span is the user's
  ChatFact fact;             ///< the span that is worth the most: what the other side adds often says little
};

/// Which quotes have the day on which they were said in their labels.
enum class Dates : std::uint8_t {
  kNeeded,    ///< those that depend on it: "I sold my boat yesterday."
  kOfEvents,  ///< also those that tell what happened: "I sold my boat."
};

/// Pass 1 keeps a side if the value of its best unit is worth keeping, or if its score is, it says more than a reaction, and
/// the other side's value is worth keeping: questions are asked about both sides. Of these sides the best quote stands in
/// the summary, if it is worth `worth_min`; 0 asks nothing of quotes. If that leaves one
/// side alone, its second unit follows or precedes, if it is worth keeping, has at least .6 of the first one's worth, and is
/// understood there. `at`: when the turn was said.
[[nodiscard]] ChatSummary chat_summary(const std::vector<Heard>& messages, EventTime at, std::int64_t worth_min,
                                       Dates dates = Dates::kOfEvents);

}  // namespace turnstream::consolidation
