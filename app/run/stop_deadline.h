#pragma once
// StopDeadline: ends the process when stopping takes longer than promised. Made before everything that a run stands
// on, so that it covers the destruction of all that. Nothing is lost: what is not committed is done again.
// Threads: arm() and set_exit() any; it runs one of its own.

#include <cstdint>
#include <thread>

#include "app/exit_code.h"
#include "pipeline/base/mutex.h"

namespace turnstream::app {

class StopDeadline {
 public:
  explicit StopDeadline(std::int64_t limit_ms);
  StopDeadline(const StopDeadline&) = delete;
  StopDeadline& operator=(const StopDeadline&) = delete;
  /// Whoever gets here in time ends on his own.
  ~StopDeadline() = default;

  /// The stop begins. Arming it again changes nothing.
  void arm();
  /// What the process would end with if it ended by itself; kDone until told.
  void set_exit(ExitCode exit);

 private:
  void watch(const std::stop_token& stop) noexcept;

  const std::int64_t limit_ms_;
  Mutex mutex_;
  ConditionVariable changed_;
  bool armed_ GUARDED_BY(mutex_) = false;
  ExitCode exit_ GUARDED_BY(mutex_) = ExitCode::kDone;
  std::jthread thread_;  ///< last: it uses all of the above
};

}  // namespace turnstream::app
