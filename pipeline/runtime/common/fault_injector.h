#pragma once
// FaultInjector: makes a stage fail a chosen turn a chosen number of times, for drills and tests
// (faults.inject=STAGE:TURN_ID:transient|deterministic:TIMES; the settings refuse it unless faults.allowed=true).
// Threads: any (one mutex).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/base/result.h"

namespace turnstream::runtime {

struct InjectedFault {
  std::string stage;
  std::string turn_id;
  bool transient = false;
  int times = 1;
};

class FaultInjector {
 public:
  explicit FaultInjector(std::vector<InjectedFault> faults) : faults_(std::move(faults)) {}
  /// Reads `STAGE:TURN_ID:transient|deterministic:TIMES`. Errors: code "bad_setting".
  static Result<InjectedFault> parse(std::string_view text);
  /// The error with which the stage must fail this turn, counted as one of `times`; none if no such fault is left.
  std::optional<Error> next(std::string_view stage, std::string_view turn_id);

 private:
  Mutex mutex_;
  std::vector<InjectedFault> faults_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::runtime
