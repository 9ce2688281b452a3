#include "pipeline/base/clock.h"

#include <chrono>
#include <ctime>

#include "pipeline/base/thread_cpu_time.h"

namespace turnstream {

WallTime SystemClock::wall_now() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return WallTime{std::chrono::duration_cast<std::chrono::milliseconds>(now).count()};
}

MonotonicTime SystemClock::monotonic_now() const {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return MonotonicTime{std::chrono::duration_cast<std::chrono::microseconds>(now).count()};
}

MonotonicTime SystemClock::boot_now() const {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return MonotonicTime{static_cast<std::int64_t>(now.tv_sec) * 1'000'000 + now.tv_nsec / 1'000};
}

std::int64_t thread_cpu_time_ns() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

}  // namespace turnstream
