#pragma once
// BarredTurns: the turns of a persona that must not be processed: forgotten turn ids, and turns of forgotten sessions up to
// a time, for ever; every turn while the persona is blocked. The stages without upstream check it before their TurnWindow.
// Later phases follow the admission gate, whose completion has the code `erased` or `blocked`. A forgotten id is stored as
// the first 128 bits of its SHA-256, so that the row does not contain it. Threads: the worker's. Lifetime: borrows the
// StateTable.

#include <functional>
#include <optional>
#include <string_view>

#include "pipeline/model/completion.h"
#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

/// The error for the completion of a barred turn, by its code `erased` or `blocked`; none for any other code.
std::optional<model::CompletionError> bar_error(std::string_view code);

/// The turn that is looked for.
struct TurnRef {
  std::string_view turn_id;
  std::string_view session_id;
  std::int64_t timestamp_ms = 0;  ///< its own time, since 1970
};

class BarredTurns {
 public:
  explicit BarredTurns(store::StateTable& state) : state_(state) {}

  /// The error with which the turn completes if it is barred; none if it may be processed.
  Result<std::optional<model::CompletionError>> find(std::string_view persona, const TurnRef& turn);
  /// Bars the id for ever and removes it from both TurnWindows of the stage.
  Status forget(std::string_view persona, std::string_view turn_id);
  /// Bars the turn whose id has this hash (codec::turn_hash_of()), for example an erased one that the log no longer has.
  Status forget_hash(std::string_view persona, std::string_view turn_hash);
  /// Forgets those turns in both TurnWindows of the stage that belong to the session or for which `matches` is true.
  Status forget_recent(std::string_view persona, std::optional<std::string_view> session_id,
                       const std::function<bool(std::string_view turn_id)>& matches);
  /// Bars the turns of the session, or without one of the persona, with a timestamp of at most `until`.
  Status forget_until(std::string_view persona, std::optional<std::string_view> session_id, LogTime until);
  Status set_blocked(std::string_view persona, bool blocked);

 private:
  /// Whether a row of the session, or without one of the persona, bars the turns of that time.
  Result<bool> is_past(std::string_view persona, std::optional<std::string_view> session_id, std::int64_t timestamp_ms);
  Result<unsigned> flags_of(std::string_view persona);
  void store_flags(std::string_view persona, unsigned flags);

  store::StateTable& state_;
};

}  // namespace turnstream::runtime
