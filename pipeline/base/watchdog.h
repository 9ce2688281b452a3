#pragma once
// Watchdog: ends the process if a watched call does not return in time. librdkafka's send_offsets ignores its time-out
// while the coordinator is down, and a stuck worker would keep its partitions for ever. A thread cannot be ended alone,
// so the process ends. No committed work is lost, and the program can be started again.
// Threads: watch() any; a thread of its own checks the calls: once a second, or once in each grace if that is shorter.

#include <chrono>
#include <functional>
#include <list>
#include <stop_token>
#include <string_view>
#include <thread>

#include "pipeline/base/mutex.h"

namespace turnstream {

class Watchdog {
 private:
  struct Call {
    std::string_view name;
    std::chrono::milliseconds limit;
    std::chrono::milliseconds elapsed{0};
    bool reported = false;
  };

 public:
  /// The watchdog's thread calls it once for each stuck call, with the mutex held: it must not call watch() or destroy
  /// a Guard. `elapsed`: how long the call has been watched.
  using OnStuck = std::function<void(std::string_view call, std::chrono::milliseconds elapsed)>;

  /// The call is watched while the guard exists.
  class Guard {
   public:
    Guard(Watchdog& watchdog, std::list<Call>::iterator call) : watchdog_(watchdog), call_(call) {}
    Guard(const Guard&) = delete;
    Guard& operator=(const Guard&) = delete;
    ~Guard();

   private:
    Watchdog& watchdog_;
    std::list<Call>::iterator call_;
  };

  /// Logs the call and ends the process with exit code 7.
  static void end_process(std::string_view call, std::chrono::milliseconds elapsed);

  /// Called at each check by the watchdog's thread. While it returns true, time does not count: the calls wait for
  /// something that is known to be away.
  using IsSuspended = std::function<bool()>;

  /// A call is stuck if it lasts `grace` longer than its time-out, ± the time between two checks. Grace 0: no checks.
  /// An absent `is_suspended` means never.
  explicit Watchdog(std::chrono::milliseconds grace, OnStuck on_stuck = end_process, IsSuspended is_suspended = {});

  /// Watches a call until the Guard is destroyed. `name` is a literal; `timeout`: how long the call may take.
  [[nodiscard]] Guard watch(std::string_view name, std::chrono::milliseconds timeout);

 private:
  void run(const std::stop_token& stop) noexcept;

  const std::chrono::milliseconds grace_;
  const OnStuck on_stuck_;
  const IsSuspended is_suspended_;
  Mutex mutex_;
  ConditionVariable stopped_;
  std::list<Call> calls_ GUARDED_BY(mutex_);
  std::jthread thread_;  ///< declared last, because it uses all other members
};

}  // namespace turnstream
