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

/// "2026-01-01", in UTC.
[[nodiscard]] std::string date_of(EventTime time);
/// "1 January 2026", in UTC.
[[nodiscard]] std::string spoken_date(EventTime time);

/// "<speaker>, <spoken date>: <text>"; a long name is cut.
[[nodiscard]] std::string line_of(const Message& message, std::string_view text);

/// The kept units of all messages in order, scored by these statistics; without features.
[[nodiscard]] std::vector<notes::ScoredUnit> units_of(const Window& window, const notes::WordStatistics& statistics);

/// The best of these units as lines, in their order, at most `lines_max`; those not worth keeping are left out.
[[nodiscard]] std::vector<std::string> best_lines(const Window& window, const std::vector<notes::ScoredUnit>& units,
                                                  std::size_t lines_max);

/// How many lines the next `messages` of a session may become, if `flushed` ones became `lines` so far: 3 for 8 messages of
/// the session, at least 1, but none for a single message behind others. A session of 21 messages, however it is divided,
/// becomes 8 lines.
[[nodiscard]] std::size_t lines_due(std::int64_t flushed, std::int64_t lines, std::size_t messages,
                                    std::int64_t lines_max);

}  // namespace turnstream::consolidation
