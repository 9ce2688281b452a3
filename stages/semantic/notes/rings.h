#pragma once
// Rings: the rows of the rings of a persona's running sessions, and of what the notes of their units would be. A session begins
// again if its last turn was kIdleMs before, or after kHeardMax units; its ring is left behind if kSessionsMax other sessions
// were heard since. The notes of record stay. Lifetime: borrows rows and head, for one call of the stage. Threads: the
// caller's.

#include <cstdint>
#include <optional>

#include "pipeline/stage_api/stage.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/ring.h"
#include "stages/semantic/notes/said_rows.h"

namespace turnstream::semantic {

class Rings {
 public:
  static constexpr std::size_t kSessionsMax = 8;
  static constexpr std::int64_t kIdleMs = 6 * 3'600'000;
  static constexpr std::uint64_t kHeardMax = 2'000;

  Rings(stage_api::StateView& rows, NoteHead& head) : rows_(rows), head_(head), said_(rows) {}

  /// The ring of the session (hash64() of its id) for a turn at this log time; without units if the session begins.
  Result<Ring> open(std::uint64_t session, LogTime log_time);
  /// The ring as it is. Precondition: the head names the session.
  Result<Ring> read(std::uint64_t session);
  void write(std::uint64_t session, const Ring& ring);
  /// Removes the rows of all sessions.
  Status clear();

  /// What the notes of the units would be.
  [[nodiscard]] SaidRows& said() { return said_; }

 private:
  Status erase(std::uint64_t session);

  stage_api::StateView& rows_;
  NoteHead& head_;
  SaidRows said_;
};

}  // namespace turnstream::semantic
