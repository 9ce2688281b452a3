#include "app/run/stop_deadline.h"

#include <chrono>
#include <unistd.h>

#include "pipeline/base/log_line.h"

namespace turnstream::app {

StopDeadline::StopDeadline(std::int64_t limit_ms)
    : limit_ms_(limit_ms), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

void StopDeadline::arm() {
  {
    const MutexLock lock(mutex_);
    armed_ = true;
  }
  changed_.notify_all();
}

void StopDeadline::set_exit(ExitCode exit) {
  const MutexLock lock(mutex_);
  exit_ = exit;
}

void StopDeadline::watch(const std::stop_token& stop) noexcept {
  const MutexLock lock(mutex_);
  if (!changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return armed_; })) {
    return;
  }
  changed_.pause(mutex_, stop, std::chrono::milliseconds(limit_ms_));
  if (!stop.stop_requested()) {
    const int exit = static_cast<int>(exit_);
    LogLine(LogLevel::kWarning, "stop_cut_short").with("elapsed_ms", limit_ms_).with("exit", exit);
    ::_exit(exit);
  }
}

}  // namespace turnstream::app
