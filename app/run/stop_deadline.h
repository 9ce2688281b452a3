#pragma once
// StopDeadline: ends the process if it still runs `limit_ms` after arm(). Objects made after it are destroyed before
// it, so it covers their destruction too. Nothing is lost: uncommitted work is done again. Threads: arm() and
// set_exit() any; it has its own thread.

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
  /// The exit code with which the process ends when the time is over; kDone until set.
  void set_exit(ExitCode exit);

 private:
  void watch(const std::stop_token& stop) noexcept;

  const std::int64_t limit_ms_;
  Mutex mutex_;
  ConditionVariable changed_;
  bool armed_ GUARDED_BY(mutex_) = false;
  ExitCode exit_ GUARDED_BY(mutex_) = ExitCode::kDone;
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::app
