#pragma once
// StopDeadline: ends the process when stopping takes longer than run.stop_ms_max. Make it before everything else of a
// run, so that it also covers the destruction of all other objects. Nothing is lost: uncommitted work is done again.
// Threads: arm() and set_exit() any; it has its own thread.

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
  /// Disarms the deadline: the process is no longer ended.
  ~StopDeadline() = default;

  /// Starts the time limit. A second call changes nothing.
  void arm();
  /// The exit code to use if the time is over; kDone until set.
  void set_exit(ExitCode exit);

 private:
  void watch(const std::stop_token& stop) noexcept;

  const std::int64_t limit_ms_;
  Mutex mutex_;
  ConditionVariable changed_;
  bool armed_ GUARDED_BY(mutex_) = false;
  ExitCode exit_ GUARDED_BY(mutex_) = ExitCode::kDone;
  std::jthread thread_;  ///< last, because it uses all members above
};

}  // namespace turnstream::app
