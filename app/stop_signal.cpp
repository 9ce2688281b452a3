#include "app/stop_signal.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

namespace turnstream::app {
namespace {

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
  // Wakes the thread, which would else look again only after a while: short commands have a StopSignal, too.
  pthread_kill(thread_.native_handle(), SIGTERM);
  thread_.join();
  const sigset_t set = stop_signals();
  pthread_sigmask(SIG_UNBLOCK, &set, nullptr);
}

void StopSignal::watch() noexcept {
  const sigset_t set = stop_signals();
  constexpr timespec kLook{0, 50'000'000};
  while (!done_) {
    const int signal = sigtimedwait(&set, nullptr, &kLook);
    if (signal <= 0 || done_) {
      continue;
    }
    if (source_.stop_requested()) {
      ::_exit(128 + signal);
    }
    source_.request_stop();
  }
}

}  // namespace turnstream::app
