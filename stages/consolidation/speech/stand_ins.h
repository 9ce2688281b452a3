#pragma once
// Stand-ins: words that stand for something of another sentence without being pronouns: "this one", "a few". Word lists:
// referent_words.h. Threads: any; pure.

#include "stages/consolidation/speech/tokens.h"

namespace turnstream::consolidation {

/// "week", "March"
[[nodiscard]] bool has_time(const Token& token);
/// Whether "that" at this place stands before the noun that it points at.
[[nodiscard]] bool noun_follows(Tokens text, std::size_t at);
/// Whether the words here stand for a noun of another sentence: "this one", "the same thing", or "a few" if no several
/// objects were named.
[[nodiscard]] bool stands_for_named(Tokens text, std::size_t at, bool names_several);
/// Whether the text opens with a short remark on what was said or shown, which names nothing: "That's stunning!", not "That's my
/// aunt."
[[nodiscard]] bool is_remark(Tokens text);
/// Whether something happened here that is not described: "I had an unexpected setback last week."
[[nodiscard]] bool is_empty_event(Tokens text, std::size_t at);

}  // namespace turnstream::consolidation
