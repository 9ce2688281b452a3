#include "pipeline/base/watchdog.h"

#include <algorithm>
#include <unistd.h>
#include <utility>

#include "pipeline/base/log_line.h"

namespace turnstream {
namespace {

constexpr int kGaveUpExitCode = 7;
constexpr std::chrono::milliseconds kCheckPeriodMax{1'000};

}  // namespace

void Watchdog::end_process(std::string_view call, std::chrono::milliseconds elapsed) {
  LogLine(LogLevel::kError, "watchdog_expired").with("elapsed_ms", elapsed.count()).with("call", call);
  ::_exit(kGaveUpExitCode);
}

Watchdog::Guard::~Guard() {
  const MutexLock lock(watchdog_.mutex_);
  watchdog_.calls_.erase(call_);
}

Watchdog::Watchdog(std::chrono::milliseconds grace, OnStuck on_stuck, IsSuspended is_suspended)
    : grace_(grace), on_stuck_(std::move(on_stuck)), is_suspended_(std::move(is_suspended)) {
  if (grace_.count() > 0) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }
}

Watchdog::Guard Watchdog::watch(std::string_view name, std::chrono::milliseconds timeout) {
  const MutexLock lock(mutex_);
  return {*this, calls_.insert(calls_.end(), Call{.name = name, .limit = timeout + grace_})};
}

void Watchdog::run(const std::stop_token& stop) noexcept {
  const auto period = std::min(grace_, kCheckPeriodMax);
  const MutexLock lock(mutex_);
  while (!stop.stop_requested()) {
    stopped_.pause(mutex_, stop, period);
    if (is_suspended_ && is_suspended_()) {
      continue;
    }
    for (Call& call : calls_) {
      call.elapsed += period;  // Counts checks, not the clock: the time of a suspended process does not count.
      if (!call.reported && call.elapsed > call.limit) {
        call.reported = true;
        on_stuck_(call.name, call.elapsed);
      }
    }
  }
}

}  // namespace turnstream
