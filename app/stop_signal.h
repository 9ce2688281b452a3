#pragma once
// StopSignal: SIGTERM and SIGINT as a stop_token. Make it before any other thread starts: a thread inherits the signal
// mask, and only StopSignal's own thread must get the signals. A later signal ends the process at once if it comes more
// than 200 ms after the first; else it has no effect, because some supervisors (GNU timeout) signal the process and
// then its group. Threads: make and destroy on one; token() any.

#include <atomic>
#include <stop_token>
#include <thread>

namespace turnstream::app {

class StopSignal {
 public:
  StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;
  ~StopSignal();

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  void watch() noexcept;

  std::stop_source source_;
  std::atomic<bool> done_{false};
  std::thread thread_;
};

}  // namespace turnstream::app
