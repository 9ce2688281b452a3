#pragma once
// TokenBucket: how many requests a client may send: `burst` at once, and then `per_second`. Threads: one at a time.

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "pipeline/base/strong_type.h"

namespace turnstream::app {

struct RateLimit {
  std::int64_t per_second = 50;
  std::int64_t burst = 100;
};

/// Full at first. It keeps one number: the time at which it would be full again.
class TokenBucket {
 public:
  explicit TokenBucket(RateLimit limit) : between_us_(1'000'000 / limit.per_second), burst_(limit.burst) {}

  /// 0: one request is taken. Else nothing is taken, and after this time one can be.
  std::chrono::microseconds take(MonotonicTime now) {
    const std::int64_t full_us = std::max(full_us_, now.value()) + between_us_;
    const std::int64_t wait_us = full_us - now.value() - burst_ * between_us_;
    if (wait_us > 0) {
      return std::chrono::microseconds(wait_us);
    }
    full_us_ = full_us;
    return std::chrono::microseconds(0);
  }

 private:
  std::int64_t between_us_;
  std::int64_t burst_;
  std::int64_t full_us_ = 0;
};

}  // namespace turnstream::app
