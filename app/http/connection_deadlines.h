#pragma once
// ConnectionDeadlines: shuts down each connection whose client has not sent its headers, or not completed its request,
// in time. The library's own limit is one of inactivity, and a client that sends a byte a second is active. A
// connection is named by its socket. Threads: any; it has its own thread. Lifetime: borrows the clock and the counter.

#include <chrono>
#include <cstdint>
#include <map>
#include <thread>

#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"

namespace turnstream::app {

struct HttpDeadlines {
  std::chrono::milliseconds headers{10'000};  ///< from the start of a connection, or from the end of a request
  /// From the end of the headers to the end of the answer. If the route waits: to the end of the body, and again from
  /// the answer of the handler to its end.
  std::chrono::milliseconds request{30'000};
};

class ConnectionDeadlines {
 public:
  /// `cut` counts the connections that it shuts down; it may be null.
  ConnectionDeadlines(HttpDeadlines deadlines, const Clock& clock, Counter* cut);
  ConnectionDeadlines(const ConnectionDeadlines&) = delete;
  ConnectionDeadlines& operator=(const ConnectionDeadlines&) = delete;
  ~ConnectionDeadlines() = default;

  /// Starts the deadline for headers, for a new connection or the next request of one.
  void await_headers(int socket);
  void await_end(int socket);
  /// As await_end(), while a handler may take `wait_max` for the answer, after as long a wait for a thread.
  void await_answer(int socket, std::chrono::milliseconds wait_max);
  /// To be called before the socket is closed.
  void forget(int socket);

 private:
  void set(int socket, std::chrono::milliseconds time);
  void watch(const std::stop_token& stop) noexcept;
  /// Shuts down the connections that are late.
  void cut_late() REQUIRES(mutex_);

  const HttpDeadlines deadlines_;
  const Clock& clock_;
  Counter* const cut_;
  Mutex mutex_;
  ConditionVariable changed_;
  std::map<int, std::int64_t> until_us_ GUARDED_BY(mutex_);  ///< by socket, in monotonic time
  std::jthread thread_;                                      ///< the last member, because the thread uses those above
};

}  // namespace turnstream::app
