#pragma once
// The lines that a window of messages is worth, word for word, without a model. Threads: any; pure.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/strong_type.h"
#include "stages/common/notes/score.h"
#include "stages/consolidation/sessions/message_store.h"

namespace turnstream::consolidation {

/// "<speaker>, <spoken date>: <text>", with the question and what was said before it before the colon, if they are given
/// (speech/quote.h); a long name is cut.
[[nodiscard]] std::string line_of(const Message& message, std::string_view text, std::string_view question = {},
                                  std::string_view said = {});

/// A line of an entry, and the messages of the window on which it rests, as indices: first the one whose words it has, then those
/// that its label quotes. No message: all, and it can have words of each.
struct WindowLine {
  std::string text;
  std::vector<std::size_t> messages;
  friend bool operator==(const WindowLine&, const WindowLine&) = default;
};

/// A unit of a window's message as a line. Its score is the value of that line; it has no features.
struct Candidate {
  notes::ScoredUnit unit;
  std::string quote;                   ///< its words in the line
  std::size_t at = std::string::npos;  ///< where they stand in the message, if they do
  std::string line;
  std::vector<std::size_t> shown{};  ///< messages that its label quotes
};

/// The kept units of all messages in order, scored by these statistics. A question stands before a unit that answers the
/// message before it in the window.
[[nodiscard]] std::vector<Candidate> candidates_of(const Window& window, const notes::WordStatistics& statistics);

/// The best of these as lines, in their order, of at most `lines_max` candidates with at least `score_min`. Quotes that
/// stand side by side in a message, or overlap, are one line; one that is a part of another is left out. A line takes the
/// quotes next to it that have at least 1.5, and none that another line has: first those behind it, then those before it, of which the
/// first one's question stands before the line. Two quotes or more have at most 300 bytes.
[[nodiscard]] std::vector<WindowLine> best_lines(const std::vector<Candidate>& candidates, std::size_t lines_max,
                                                 std::int64_t score_min);

/// A line that a model wrote: it rests on one message if it has nothing but words of it behind line_of()'s label without
/// a question, else on all.
[[nodiscard]] WindowLine line_in(const Window& window, std::string line);

/// The score from which a line is worth its place: 2.1, but 1.5 before 64 messages were heard, because the first ones have
/// low scores.
[[nodiscard]] std::int64_t line_score_min(const notes::WordStatistics& statistics);

/// How many lines the next `messages` of a session may become, if `flushed` ones became `lines` so far: 1 for 2 messages of
/// the session, at least 1, but none for a single message behind others, however the session is divided.
[[nodiscard]] std::size_t lines_due(std::int64_t flushed, std::int64_t lines, std::size_t messages,
                                    std::int64_t lines_max);

}  // namespace turnstream::consolidation
