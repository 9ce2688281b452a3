#pragma once
// Pacer: waits for the moments at which a benchmark sends its turns, a fixed number per second. Threads: one at a time.
// Lifetime: borrows the clock.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "pipeline/base/clock.h"

namespace turnstream::bench {

class Pacer {
 public:
  /// Precondition: rate > 0.
  Pacer(const Clock& clock, int rate) : clock_(clock), rate_(rate), start_us_(clock.monotonic_now().value()) {}

  /// The moment with this number, from 0, of the clock's monotonic time.
  [[nodiscard]] std::int64_t due_us(std::int64_t number) const { return start_us_ + number * 1'000'000 / rate_; }

  /// Waits for the moment; returns at once if it has passed.
  void wait_for(std::int64_t number) {
    const std::int64_t due_us = this->due_us(number);
    std::unique_lock lock(mutex_);
    while (clock_.monotonic_now().value() < due_us) {
      never_.wait_for(lock, std::chrono::microseconds(due_us - clock_.monotonic_now().value()));
    }
  }

 private:
  const Clock& clock_;
  const int rate_;
  const std::int64_t start_us_;
  std::mutex mutex_;
  std::condition_variable never_;
};

}  // namespace turnstream::bench
