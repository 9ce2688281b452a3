#include "pipeline/log/kafka/watchdog.h"

#include <algorithm>
#include <utility>

namespace turnstream::log::kafka {
namespace {

/// How often the watchdog checks: a stuck call is noticed at most this late.
constexpr std::chrono::milliseconds kLookEvery{1'000};

}  // namespace

Watchdog::Guard::~Guard() {
  const MutexLock lock(watchdog_.mutex_);
  watchdog_.calls_.erase(call_);
}

Watchdog::Watchdog(std::chrono::milliseconds grace, OnStuck on_stuck)
    : grace_(grace), on_stuck_(std::move(on_stuck)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

Watchdog::Guard Watchdog::watch(std::string_view name, std::chrono::milliseconds timeout) {
  const MutexLock lock(mutex_);
  return Guard(*this, calls_.insert(calls_.end(), Call{name, Deadline(timeout + grace_)}));
}

void Watchdog::run(const std::stop_token& stop) noexcept {
  const auto look_every = std::clamp(grace_, std::chrono::milliseconds(1), kLookEvery);
  const MutexLock lock(mutex_);
  while (!stop.stop_requested()) {
    changed_.pause(mutex_, stop, look_every);
    for (Call& call : calls_) {
      if (!call.reported && call.deadline.passed()) {
        call.reported = true;
        on_stuck_(call.name);
      }
    }
  }
}

}  // namespace turnstream::log::kafka
