#pragma once
// Watchdog: ends the process with exit code 7 if a guarded call does not return in time. librdkafka's send_offsets
// ignores its time-out while the coordinator is down, and a worker that hangs would hold its partitions for ever.
// Threads: guards any; its own thread checks them once a second. Watchdog(0) guards nothing (simulation, tests).

#include <cstdint>
#include <list>
#include <string_view>
#include <thread>

#include "pipeline/base/mutex.h"

namespace turnstream::runtime {

class Watchdog {
 public:
  explicit Watchdog(std::int64_t limit_ms);
  ~Watchdog();

  /// The call between construction and destruction is guarded. `what` must be a literal.
  class Guard {
   public:
    Guard(Watchdog& watchdog, std::string_view what);
    ~Guard();
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;

   private:
    Watchdog& watchdog_;
    std::list<std::pair<std::string_view, std::int64_t>>::iterator entry_;
  };

 private:
  void run() noexcept;

  std::int64_t limit_ms_;
  Mutex mutex_;
  ConditionVariable stopped_;
  bool stopping_ GUARDED_BY(mutex_) = false;
  /// The call, and the seconds since it began.
  std::list<std::pair<std::string_view, std::int64_t>> entries_ GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace turnstream::runtime
