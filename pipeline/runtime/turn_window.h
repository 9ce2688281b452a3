#pragma once
// TurnWindow: the last turn ids of a persona with the hash of their content and where they stand in the log: tells a
// repeated turn (same id, same content) from a conflicting one (same id, other content). Kept by the stages that have
// no upstream; later phases learn from their completions.
// Threads: the worker's. Lifetime: borrows the StateTable.

#include <optional>
#include <string_view>

#include "pipeline/model/completion.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

inline constexpr std::uint64_t kTurnWindowTurnsMax = 4096;

struct SeenTurn {
  std::uint64_t content_hash = 0;
  Offset offset;
};

class TurnWindow {
 public:
  explicit TurnWindow(store::StateTable& state) : state_(state) {}
  Result<std::optional<SeenTurn>> find(std::string_view persona, std::string_view turn_id);
  /// Adds a turn that is not in the window; the oldest beyond the bound leaves.
  Status add(std::string_view persona, std::string_view turn_id, const SeenTurn& turn);

 private:
  store::StateTable& state_;
};

}  // namespace turnstream::runtime
