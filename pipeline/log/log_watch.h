#pragma once
// LogWatch: whether the log answers. Its own thread sends a small request every second. The log is lost when no request
// was answered for 3.5 s, so a loss is known within 4 s, also if the broker is frozen and its connections stay open. It
// is back with the first answer. Writes one log line for each change: log_lost, log_back. Threads: any. Lifetime:
// borrows the admin and the clock. The destructor waits for the last request, at most 1.5 s.

#include <chrono>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"

namespace turnstream::log {

struct LogLoss {
  WallTime since;     ///< when the log answered for the last time
  std::string cause;  ///< the error of the last request, as a sentence that names the log's address
};

class LogWatch {
 public:
  LogWatch(Admin& admin, const Clock& clock);
  LogWatch(const LogWatch&) = delete;
  LogWatch& operator=(const LogWatch&) = delete;
  ~LogWatch() = default;

  /// The present loss; absent while the log answers.
  [[nodiscard]] std::optional<LogLoss> loss() const;
  /// True while the log is lost and for 30 s after it came back: an error at this time is usually a result of the loss.
  [[nodiscard]] bool is_disturbed() const;
  /// Waits until the log answers, at most for `time`, or until `stop`. Returns at once if it is not lost.
  void wait_until_back(const std::stop_token& stop, milliseconds time);

 private:
  void watch(const std::stop_token& stop) noexcept;
  void note_answer();
  void note_failure(const Error& error);

  Admin& admin_;
  const Clock& clock_;
  mutable Mutex mutex_;
  ConditionVariable changed_;
  std::optional<LogLoss> loss_ GUARDED_BY(mutex_);
  std::optional<MonotonicTime> back_ GUARDED_BY(mutex_);  ///< when the last loss ended
  MonotonicTime answered_ GUARDED_BY(mutex_);             ///< the last answer, or the start of the watch
  WallTime answered_wall_ GUARDED_BY(mutex_);
  std::jthread thread_;  ///< the last member, because the thread uses those above
};

}  // namespace turnstream::log
