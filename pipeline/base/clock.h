#pragma once
// Clock: the interface for reading the time. SystemClock is the only class that reads it from the operating system;
// ManualClock is for tests and the simulation. Stages use no clock. Threads: any.

#include <atomic>

#include "pipeline/base/strong_type.h"

namespace turnstream {

class Clock {
 public:
  virtual ~Clock() = default;
  [[nodiscard]] virtual WallTime wall_now() const = 0;
  [[nodiscard]] virtual MonotonicTime monotonic_now() const = 0;
  /// Like monotonic_now(), but it also counts the time in which the machine was suspended. For measuring real time, not
  /// for time-outs: those must not expire because a laptop was closed.
  [[nodiscard]] virtual MonotonicTime boot_now() const = 0;
};

class SystemClock final : public Clock {
 public:
  [[nodiscard]] WallTime wall_now() const override;
  [[nodiscard]] MonotonicTime monotonic_now() const override;
  [[nodiscard]] MonotonicTime boot_now() const override;
};

/// A clock whose time changes only through advance_ms(), step_wall_ms() and suspend_ms().
class ManualClock final : public Clock {
 public:
  explicit ManualClock(WallTime start) : start_ms_(start.value()) {}
  [[nodiscard]] WallTime wall_now() const override {
    return WallTime{start_ms_ + boot_now().value() / 1000 + step_ms_.load()};
  }
  [[nodiscard]] MonotonicTime monotonic_now() const override { return MonotonicTime{elapsed_us_.load()}; }
  [[nodiscard]] MonotonicTime boot_now() const override {
    return MonotonicTime{elapsed_us_.load() + suspended_us_.load()};
  }
  void advance_ms(std::int64_t ms) { elapsed_us_.fetch_add(ms * 1000); }
  /// Passes time in which the machine is suspended.
  void suspend_ms(std::int64_t ms) { suspended_us_.fetch_add(ms * 1000); }
  /// Changes the wall clock but not the monotonic clock, as an administrator or a faulty time server does.
  void step_wall_ms(std::int64_t ms) { step_ms_.fetch_add(ms); }

 private:
  std::int64_t start_ms_;
  std::atomic<std::int64_t> elapsed_us_{0};
  std::atomic<std::int64_t> suspended_us_{0};
  std::atomic<std::int64_t> step_ms_{0};
};

}  // namespace turnstream
