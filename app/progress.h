#pragma once
// Progress: a progress bar for a long command. It prints nothing if `shown` is false. Threads: one.

#include <cstdint>
#include <ostream>
#include <string>

#include "pipeline/base/clock.h"

namespace turnstream::app {

class Progress {
 public:
  /// `total` 0: unknown; then only the count and the rate are shown. `err` must outlive the object.
  Progress(std::ostream& err, bool shown, std::string what, std::uint64_t total);
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  /// Clears the bar.
  ~Progress();

  /// `position` of `total` is done; `count` of `what` (such as "records") were processed so far.
  void show(std::uint64_t position, std::uint64_t count);

 private:
  std::ostream& err_;
  bool shown_;
  std::string what_;
  std::uint64_t total_;
  SystemClock clock_;
  std::int64_t started_us_;
  std::int64_t drawn_us_ = 0;
};

/// `count` divided by the seconds from `started` to `now`.
std::int64_t rate_per_second(std::uint64_t count, MonotonicTime started, MonotonicTime now);

}  // namespace turnstream::app
