#pragma once
// Times: whether a text says when by the day on which it was said. Threads: any; pure.

#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

/// "yesterday", "on Friday", "the 15th", "in the next few weeks".
[[nodiscard]] bool has_relative_time(Tokens tokens);
/// Whether the speaker tells what they did or what happened to them: "I sold my boat", and names no year. The day on which they say so
/// tells when.
[[nodiscard]] bool tells_event(Tokens tokens);
/// "since we last spoke", "since our last chat".
[[nodiscard]] bool is_since_last_talk(Tokens tokens);

}  // namespace turnstream::consolidation
