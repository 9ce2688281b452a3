#include "app/stop_signal.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "pipeline/base/clock.h"

namespace turnstream::app {
namespace {

/// A signal that comes within this time after the first has no effect.
constexpr std::int64_t kOneSignalUs = 200'000;

sigset_t stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGTERM);
  sigaddset(&set, SIGINT);
  return set;
}

}  // namespace

StopSignal::StopSignal() {
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_BLOCK, &set, nullptr);
  thread_ = std::thread([this] { watch(); });
}

StopSignal::~StopSignal() {
  done_ = true;
  // Wakes the thread, which otherwise waits up to 50 ms for a signal: a short command must not be delayed at its end.
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void StopSignal::watch() noexcept {
  const sigset_t set = stop_signals();
  constexpr timespec kLook{0, 50'000'000};
  const SystemClock clock;
  std::int64_t stopped_us = 0;
  while (!done_) {
    const int signal = sigtimedwait(&set, nullptr, &kLook);
    if (signal <= 0 || done_) {
      continue;
    }
    const std::int64_t now_us = clock.monotonic_now().value();
    if (!source_.stop_requested()) {
      stopped_us = now_us;
      source_.request_stop();
    } else if (now_us - stopped_us > kOneSignalUs) {
      ::_exit(128 + signal);
    }
  }
}

}  // namespace turnstream::app
