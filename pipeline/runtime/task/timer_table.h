#pragma once
// TimerTable: the armed timers of one stage in one partition. Its StateTable holds each timer twice: by persona (for a
// record's own persona) and in firing order (for a tick). Threads: the worker's. Lifetime: borrows the StateTable.

#include <string>
#include <vector>

#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

struct Timer {
  LogTime due;
  std::string persona;
  std::string name;
  int failures = 0;  ///< how often in a row this timer failed; stored up to 255
};

class TimerTable {
 public:
  explicit TimerTable(store::StateTable& state) : state_(state) {}

  /// Arms a timer. If the persona has a timer of that name, replaces it. Precondition: `due` is not before 1970.
  Status arm(const Timer& timer);
  Status cancel(std::string_view persona, std::string_view name);
  /// Disarms this timer; false if it was armed for another time or cancelled after the caller read it.
  Result<bool> take(const Timer& timer);
  /// The persona's timers that are due at `now`, in (due, name) order.
  Result<std::vector<Timer>> due_of(std::string_view persona, LogTime now);
  /// At most `limit` timers of all personas that are due at `now`: the first in (due, persona, name) order.
  Result<std::vector<Timer>> due(LogTime now, std::size_t limit);

 private:
  Result<std::vector<Timer>> load(std::string_view persona);
  void store(std::string_view persona, const std::vector<Timer>& timers);

  store::StateTable& state_;
};

}  // namespace turnstream::runtime
