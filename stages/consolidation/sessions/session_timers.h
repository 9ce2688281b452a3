#pragma once
// SessionTimers: when the timers "cycle" and "sessions" are due. A cycle is first due one period and a part of one, by the
// persona's hash, after the persona got its first dirty session, then each period while it has any; a gap fires once. The
// other timer is due when the oldest session without waiting messages is old. Lifetime: borrows input and context, for one call of the stage. Threads:
// the caller's.

#include <optional>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/sessions/session_book.h"

namespace turnstream::consolidation {

inline constexpr std::string_view kCycleTimer = "cycle";
inline constexpr std::string_view kSessionsTimer = "sessions";

class SessionTimers {
 public:
  SessionTimers(const stage_api::Input& input, stage_api::PersonaContext& context, SessionBook& book)
      : input_(input), context_(context), book_(book) {}

  /// Call it when the book is loaded.
  void load();
  /// The timer fired: it is no longer armed.
  void fired(std::string_view timer);
  /// The cycle that fired leaves overdue sessions: the next one comes at the next boundary of ticks. Behind a gap of a
  /// period or more, when all sessions are overdue, it comes at its usual time.
  void hurry() { hurries_ = true; }
  /// Whether the cycle fired a period or more after it was due. Precondition: it fired.
  [[nodiscard]] bool is_behind_gap(const SessionSettings& settings) const;
  /// Sets both in the head of the book, and arms or cancels what changed.
  Status finish(const SessionSettings& settings);

 private:
  const stage_api::Input& input_;
  stage_api::PersonaContext& context_;
  SessionBook& book_;
  std::optional<LogTime> cycle_before_;
  std::optional<LogTime> keep_before_;
  std::optional<LogTime> cycle_fired_;
  bool hurries_ = false;
};

}  // namespace turnstream::consolidation
