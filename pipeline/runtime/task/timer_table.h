#pragma once
// TimerTable: the armed timers of one stage in one partition, kept in its StateTable twice: by persona (a turn asks for
// its own persona's) and in firing order (a tick asks for all due ones).
// Threads: the worker's. Lifetime: borrows the StateTable.

#include <string>
#include <vector>

#include "pipeline/store/state_table.h"

namespace turnstream::runtime {

struct Timer {
  LogTime due;
  std::string persona;
  std::string name;
  int failures = 0;  ///< how often in a row it failed to fire
};

class TimerTable {
 public:
  explicit TimerTable(store::StateTable& state) : state_(state) {}

  /// Arming an armed name moves it. Precondition: due is not before 1970.
  Status arm(const Timer& timer);
  Status cancel(std::string_view persona, std::string_view name);
  /// Disarms that very timer; false when it was moved or cancelled since it was looked up.
  Result<bool> take(const Timer& timer);
  /// The persona's timers that are due at `now`, in (due, name) order.
  Result<std::vector<Timer>> due_of(std::string_view persona, LogTime now);
  /// The first `limit` timers due at `now`, in (due, persona, name) order.
  Result<std::vector<Timer>> due(LogTime now, std::size_t limit);

 private:
  Result<std::vector<Timer>> load(std::string_view persona);
  void store(std::string_view persona, const std::vector<Timer>& timers);

  store::StateTable& state_;
};

}  // namespace turnstream::runtime
