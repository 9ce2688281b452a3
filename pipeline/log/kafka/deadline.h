#pragma once
// Deadline: the remaining part of a caller's time-out, for calls that wait more than once. Threads: a value.

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "pipeline/base/clock.h"

namespace turnstream::log::kafka {

class Deadline {
 public:
  explicit Deadline(std::chrono::milliseconds timeout)
      : end_us_(SystemClock{}.monotonic_now().value() + timeout.count() * 1000) {}

  /// Milliseconds left, rounded up, never negative, as the int that librdkafka's functions expect.
  [[nodiscard]] int remaining_ms() const {
    const std::int64_t left = (end_us_ - SystemClock{}.monotonic_now().value() + 999) / 1000;
    return static_cast<int>(std::clamp<std::int64_t>(left, 0, std::numeric_limits<int>::max()));
  }
  [[nodiscard]] bool passed() const { return remaining_ms() == 0; }

 private:
  std::int64_t end_us_;
};

}  // namespace turnstream::log::kafka
