#pragma once
// TurnWindow: the last turn ids of a persona, each with the hash of its content, where it stands in the log, and its
// session: a ring of a fixed size in a stage's table. Of the admitted turns, the stages without upstream keep one: it
// tells a repeated turn (same id, same content) from a conflicting one (same id, other content); later phases learn
// from their completions. Of the turns that were redriven to it, every stage keeps one: a second redrive is a repeat.
// Threads: the worker's. Lifetime: borrows the StateTable.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "pipeline/model/completion.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

inline constexpr std::uint64_t kTurnWindowTurnsMax = 4096;

/// The kinds of row that one window is made of (state_keys.h).
struct TurnRows {
  char head;  ///< how many turns were ever added
  char slot;  ///< place in the ring -> session, turn id
  char turn;  ///< turn id -> what is known of it, and its place
};
inline constexpr TurnRows kAdmittedTurns{'h', 'q', 'w'};
inline constexpr TurnRows kRedrivenTurns{'i', 'j', 'r'};

struct SeenTurn {
  std::uint64_t content_hash = 0;
  Offset offset;
  std::uint64_t session = 0;  ///< session_hash() of the turn's session; find() leaves it out
};

[[nodiscard]] std::uint64_t session_hash(std::string_view session_id);

class TurnWindow {
 public:
  TurnWindow(store::StateTable& state, const TurnRows& rows) : state_(state), rows_(rows) {}
  Result<std::optional<SeenTurn>> find(std::string_view persona, std::string_view turn_id);
  /// Adds a turn that is not in the window; the oldest beyond the bound leaves.
  Status add(std::string_view persona, std::string_view turn_id, const SeenTurn& turn);
  /// Leaves nothing of the turn; its place in the ring stays empty until the ring comes round.
  Status remove(std::string_view persona, std::string_view turn_id);
  /// All turns in the window, the oldest first. The view lives during the call, which must not change the window.
  Status for_each(std::string_view persona,
                  const std::function<void(std::string_view turn_id, std::uint64_t session)>& visit);

 private:
  [[nodiscard]] std::string slot_key(std::string_view persona, std::uint64_t slot) const;

  store::StateTable& state_;
  TurnRows rows_;
};

}  // namespace turnstream::runtime
