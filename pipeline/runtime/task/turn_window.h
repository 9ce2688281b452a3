#pragma once
// TurnWindow: the last 4096 turns of a persona, without those that were removed: each with its id, content hash, log
// offset and session_hash(). A ring in a stage's table. There are two windows:
// - of admitted turns, in stages without upstream: it distinguishes a repeated turn (same id and content) from a
//   conflicting one (same id, other content).
// - of redriven turns, in the stage that was redriven: a second redrive of the turn is a repeat.
// Threads: the worker's. Lifetime: borrows the StateTable.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/model/completion.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

inline constexpr std::uint64_t kTurnWindowTurnsMax = 4096;

/// The row kinds of one window (state_keys.h).
struct TurnRows {
  char head;  ///< -> the number of turns ever added to the window
  char slot;  ///< place in the ring -> session_hash(), turn id
  char turn;  ///< turn id -> content hash, log offset, place in the ring
};
inline constexpr TurnRows kAdmittedTurns{'h', 'q', 'w'};
inline constexpr TurnRows kRedrivenTurns{'i', 'j', 'r'};

struct SeenTurn {
  std::uint64_t content_hash = 0;
  Offset offset;
  std::uint64_t session = 0;  ///< session_hash() of the turn's session; find() does not set it
};

[[nodiscard]] std::uint64_t session_hash(std::string_view session_id);

class TurnWindow {
 public:
  TurnWindow(store::StateTable& state, const TurnRows& rows) : state_(state), rows_(rows) {}
  Result<std::optional<SeenTurn>> find(std::string_view persona, std::string_view turn_id);
  /// Adds a turn that is not in the window, and removes the turn that was added 4096 turns before, if it is there.
  Status add(std::string_view persona, std::string_view turn_id, const SeenTurn& turn);
  /// Removes the turn. Its place in the ring stays empty until the ring reaches it again.
  Status remove(std::string_view persona, std::string_view turn_id);
  /// Visits all turns, the oldest first. `turn_id` is valid only in `visit`, which must not change the window.
  Status for_each(std::string_view persona,
                  const std::function<void(std::string_view turn_id, std::uint64_t session)>& visit);

 private:
  [[nodiscard]] std::string slot_key(std::string_view persona, std::uint64_t slot) const;

  store::StateTable& state_;
  TurnRows rows_;
};

}  // namespace turnstream::runtime
