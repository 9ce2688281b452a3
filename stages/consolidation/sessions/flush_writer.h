#pragma once
// FlushWriter: takes a window of messages out of its session and writes what it comes to into the daily log. Lifetime:
// borrows its parts, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "stages/consolidation/sessions/daily_log.h"
#include "stages/consolidation/sessions/flush_plan.h"
#include "stages/consolidation/sessions/session_book.h"
#include "stages/consolidation/sessions/window_lines.h"
#include "stages/consolidation/speech/blocked_sentences.h"
#include "stages/consolidation/speech/heard.h"

namespace turnstream::consolidation {

class FlushWriter {
 public:
  struct Parts {
    const stage_api::Input& input;
    stage_api::PersonaContext& context;
    const SessionSettings& settings;
    Speech& speech;
    BlockedSentences& blocked;
    SessionBook& book;
    DailyLog& daily;
    FlushPlan& plan;
  };
  explicit FlushWriter(const Parts& parts) : parts_(parts) {}

  /// Flushes the session's next messages without a model, none from number `end_max` on; nothing if none waits.
  Status flush(const Uuid& key, std::uint64_t end_max = SessionBook::kNoEnd);
  /// Writes the lines of the window as an entry, if there are any, announces the flush, and moves the cursor.
  /// Precondition: the window has a message.
  Status record(const Uuid& key, const KeptSession& session, const Window& window, std::vector<WindowLine> lines);
  /// Announces the newest day of the log if curation is on and, if `before` is given, the day is before that date.
  Status curate(const std::optional<std::string>& before);

 private:
  Parts parts_;
};

}  // namespace turnstream::consolidation
