#include "pipeline/base/clock.h"

#include <chrono>

namespace turnstream {

WallTime SystemClock::wall_now() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return WallTime{std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

MonotonicTime SystemClock::monotonic_now() const {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return MonotonicTime{std::chrono::duration_cast<std::chrono::microseconds>(now).count()};
}

}  // namespace turnstream
