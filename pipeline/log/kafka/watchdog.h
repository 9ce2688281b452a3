#pragma once
// Watchdog: reports calls into librdkafka that do not return. While the transaction coordinator is down,
// rd_kafka_send_offsets_to_transaction ignores its time-out; only the end of the process stops it. Threads: watch()
// any; the Watchdog has one thread, which calls on_stuck.

#include <chrono>
#include <functional>
#include <list>
#include <stop_token>
#include <string_view>
#include <thread>

#include "pipeline/base/mutex.h"
#include "pipeline/log/kafka/deadline.h"

namespace turnstream::log::kafka {

class Watchdog {
 public:
  using OnStuck = std::function<void(std::string_view call)>;
  struct Call {
    std::string_view name;
    Deadline deadline;
    bool reported = false;
  };

  /// The call is watched while the Guard exists.
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

  Watchdog(std::chrono::milliseconds grace, OnStuck on_stuck);

  /// `name` must be a string literal; `timeout` is the time-out given to the call.
  [[nodiscard]] Guard watch(std::string_view name, std::chrono::milliseconds timeout);

 private:
  void run(const std::stop_token& stop) noexcept;

  const std::chrono::milliseconds grace_;
  const OnStuck on_stuck_;
  Mutex mutex_;
  ConditionVariable changed_;
  std::list<Call> calls_ GUARDED_BY(mutex_);
  std::jthread thread_;  ///< last, because the thread uses all members above
};

}  // namespace turnstream::log::kafka
