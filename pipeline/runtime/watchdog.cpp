#include "pipeline/runtime/watchdog.h"

#include <chrono>
#include <unistd.h>

#include "pipeline/base/log_line.h"

namespace turnstream::runtime {
namespace {

constexpr int kGaveUpExitCode = 7;

}  // namespace

Watchdog::Watchdog(std::int64_t limit_ms) : limit_ms_(limit_ms) {
  if (limit_ms_ > 0) {
    thread_ = std::thread([this] { run(); });
  }
}

Watchdog::~Watchdog() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  stopped_.notify_all();
  if (thread_.joinable()) {
    thread_.join();
  }
}

Watchdog::Guard::Guard(Watchdog& watchdog, std::string_view what) : watchdog_(watchdog) {
  const MutexLock lock(watchdog_.mutex_);
  entry_ = watchdog_.entries_.emplace(watchdog_.entries_.end(), what, 0);
}

Watchdog::Guard::~Guard() {
  const MutexLock lock(watchdog_.mutex_);
  watchdog_.entries_.erase(entry_);
}

void Watchdog::run() noexcept {
  const MutexLock lock(mutex_);
  while (!stopping_) {
    stopped_.wait_for(mutex_, std::chrono::seconds(1));
    for (auto& [what, seconds] : entries_) {
      ++seconds;
      if (seconds * 1000 > limit_ms_) {
        LogLine(LogLevel::kError, "watchdog_expired").with("elapsed_ms", seconds * 1000).with("call", what);
        _exit(kGaveUpExitCode);
      }
    }
  }
}

}  // namespace turnstream::runtime
