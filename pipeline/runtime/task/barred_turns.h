#pragma once
// BarredTurns: the turns of a persona that may not come again: ids that were forgotten, for ever, and every turn while
// the persona is blocked. The stages without upstream ask it before their window, so that a forgotten turn is neither
// compared nor kept as a dead letter; later phases follow the admission gate, whose answer bears one of the codes
// below. An id is kept as the first 128 bits of its SHA-256: it cannot be read back, and every row has the same size.
// Threads: the worker's. Lifetime: borrows the StateTable.

#include <functional>
#include <optional>
#include <string_view>

#include "pipeline/model/completion.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

inline constexpr std::string_view kErasedCode = "erased";
inline constexpr std::string_view kBlockedCode = "blocked";

/// The error that goes with the code; nothing where it is neither of the two.
std::optional<model::CompletionError> bar_error(std::string_view code);

class BarredTurns {
 public:
  explicit BarredTurns(store::StateTable& state) : state_(state) {}

  /// Why the turn may not come; nothing where it may.
  Result<std::optional<model::CompletionError>> find(std::string_view persona, std::string_view turn_id);
  /// Bars the id for ever, and takes it out of the stage's windows.
  Status forget(std::string_view persona, std::string_view turn_id);
  /// The same for all turns in the stage's windows that are of the session or match. Reads the windows whole.
  Status forget_recent(std::string_view persona, std::optional<std::string_view> session_id,
                       const std::function<bool(std::string_view turn_id)>& matches);
  Status set_blocked(std::string_view persona, bool blocked);

 private:
  Result<unsigned> flags_of(std::string_view persona);
  void store_flags(std::string_view persona, unsigned flags);

  store::StateTable& state_;
};

}  // namespace turnstream::runtime
