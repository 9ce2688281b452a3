#pragma once
// ContradictionRows: the contradictions of a persona that wait for a pass, at most 200, oldest first (contradiction.h). Lifetime:
// borrows the rows, for one call of the stage. Threads: the caller's.

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "pipeline/stage_api/stage.h"
#include "stages/consolidation/discovery/contradiction.h"

namespace turnstream::consolidation {

class ContradictionRows {
 public:
  using Pair = std::pair<std::string, Contradiction>;  ///< with the key of its row

  explicit ContradictionRows(stage_api::StateView& rows) : rows_(rows) {}

  /// The oldest ones, at most `limit`.
  Result<std::vector<Pair>> waiting(std::size_t limit);
  /// Whether the pair waits.
  Result<bool> has(const Contradiction& pair);
  /// Whether all of these rows wait.
  Result<bool> has_all(const std::vector<std::string>& keys);
  /// Adds these; beyond the bound the oldest leave.
  Status add(const std::vector<Contradiction>& pairs, LogTime now);
  /// Those of the keys that wait; they no longer do.
  Result<std::vector<Contradiction>> take(const std::vector<std::string>& keys);
  /// Removes those for one of whose facts `is_gone` is true.
  Status remove(const std::function<bool(const std::string& fact)>& is_gone);

 private:
  stage_api::StateView& rows_;
};

}  // namespace turnstream::consolidation
