#include "app/http/connection_deadlines.h"

#include <algorithm>
#include <sys/socket.h>

namespace turnstream::app {
namespace {

/// So late may a connection be shut down, as a part of the shorter deadline.
constexpr int kChecksInADeadline = 10;

}  // namespace

ConnectionDeadlines::ConnectionDeadlines(HttpDeadlines deadlines, const Clock& clock, Counter* cut)
    : deadlines_(deadlines), clock_(clock), cut_(cut), thread_([this](const std::stop_token& stop) { watch(stop); }) {}

void ConnectionDeadlines::await_headers(int socket) {
  set(socket, deadlines_.headers);
}

void ConnectionDeadlines::await_end(int socket) {
  set(socket, deadlines_.request);
}

void ConnectionDeadlines::await_answer(int socket, std::chrono::milliseconds wait_max) {
  set(socket, deadlines_.request + 2 * wait_max);
}

void ConnectionDeadlines::set(int socket, std::chrono::milliseconds time) {
  const std::int64_t until_us = clock_.monotonic_now().value() + std::chrono::microseconds(time).count();
  const MutexLock lock(mutex_);
  until_us_[socket] = until_us;
  if (until_us_.size() == 1) {
    changed_.notify_all();
  }
}

void ConnectionDeadlines::forget(int socket) {
  const MutexLock lock(mutex_);
  until_us_.erase(socket);
}

void ConnectionDeadlines::watch(const std::stop_token& stop) noexcept {
  const auto interval = std::min(deadlines_.headers, deadlines_.request) / kChecksInADeadline;
  const MutexLock lock(mutex_);
  while (changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return !until_us_.empty(); })) {
    changed_.pause(mutex_, stop, interval);
    cut_late();
  }
}

/// The mutex is held meanwhile: forget() must wait, so that the socket is not closed and its number not used again.
void ConnectionDeadlines::cut_late() {
  const std::int64_t now_us = clock_.monotonic_now().value();
  for (auto at = until_us_.begin(); at != until_us_.end();) {
    if (at->second <= now_us) {
      ::shutdown(at->first, SHUT_RDWR);
      if (cut_ != nullptr) {
        cut_->Increment();
      }
      at = until_us_.erase(at);
    } else {
      ++at;
    }
  }
}

}  // namespace turnstream::app
