#pragma once
// The text of server-sent events about changes of memory. docs/recall.md shows each kind. Threads: pure.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "recall/answers/stream_position.h"
#include "recall/read_model/journal_rows.h"

namespace turnstream::recall {

/// Longer texts are cut to this many code points; the event then has "truncated":true.
inline constexpr std::size_t kStreamedCodePointsMax = 500;

/// So long a client waits before it connects again.
void append_retry(std::string& out);
/// What a client that connects again continues behind, without an event.
void append_position(std::string& out, const StreamPosition& position);
/// The entry as an event. `text`: what the message or document says now; absent if that is gone, or for entry 0.
void append_event(std::string& out, Partition partition, const JournalEntry& entry,
                  const std::optional<std::string>& text, const StreamPosition& position);
/// The client has missed changes. `reason`: "journal_trimmed" or "unknown_id".
void append_reset(std::string& out, std::string_view reason, const StreamPosition& position);
/// A comment, so that both sides see whether the connection still stands.
void append_heartbeat(std::string& out);

}  // namespace turnstream::recall
