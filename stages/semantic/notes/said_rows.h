#pragma once
// SaidRows: what the notes of a ring's units would be, in one row for each turn that has some. The row is written with its
// turn and stays as it is while units leave the ring: it is written again when more than kLeftMax of its units have left, and
// erased with the last one. Lifetime: borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/semantic/notes/kept_note.h"
#include "stages/semantic/notes/ring.h"

namespace turnstream::semantic {

using Drafts = std::map<std::uint64_t, KeptNote>;  ///< by RingUnit::number

/// A row as it is read: its drafts. Errors: bad_state().
Result<Drafts> decode_said(std::string_view bytes);

class SaidRows {
 public:
  static constexpr std::size_t kLeftMax = 8;

  explicit SaidRows(stage_api::StateView& rows) : rows_(rows) {}

  /// Writes the drafts of one turn, if it has any, in place of those that it had.
  void write(std::uint64_t session, const Drafts& drafts);
  /// The draft of a unit. Precondition: the ring of the session has the unit.
  Result<KeptNote> read(std::uint64_t session, std::uint64_t number);
  /// Calls `change` with the draft of a unit, which may be in a ring no longer, if it is still there.
  Status change(std::uint64_t session, std::uint64_t number, const std::function<void(KeptNote& draft)>& change);
  /// Follows a ring that units have left.
  Status drop(std::uint64_t session, const Ring& ring, const std::vector<RingUnit>& left);
  /// Calls `stays` with each draft of a turn of the ring, which it may change, and removes those for which it returns false. Units that
  /// have left the ring go, too.
  Status revise(std::uint64_t session, std::uint64_t turn, const Ring& ring,
                const std::function<bool(std::uint64_t number, KeptNote& draft)>& stays);
  /// Erases the rows of all units of the ring.
  void erase(std::uint64_t session, const Ring& ring);

 private:
  Result<std::string_view> row(std::uint64_t session, std::uint64_t turn);
  Status keep(std::uint64_t session, std::uint64_t turn, const Ring& ring);

  stage_api::StateView& rows_;
};

}  // namespace turnstream::semantic
