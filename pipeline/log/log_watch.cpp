#include "pipeline/log/log_watch.h"

#include "pipeline/base/log_line.h"
#include "pipeline/base/time_format.h"

namespace turnstream::log {
namespace {

constexpr milliseconds kBetweenProbes{1'000};
constexpr milliseconds kProbeTime{1'500};
constexpr std::int64_t kLostAfterMs = 3'500;
constexpr std::int64_t kSettleMs = 30'000;
/// A probe that fails at once, without waiting, is repeated after this time.
constexpr milliseconds kAfterFailure{100};

std::int64_t ms_between(MonotonicTime from, MonotonicTime to) {
  return (to.value() - from.value()) / 1'000;
}

}  // namespace

LogWatch::LogWatch(Admin& admin, const Clock& clock)
    : admin_(admin),
      clock_(clock),
      answered_(clock.monotonic_now()),
      answered_wall_(clock.wall_now()),
      thread_([this](const std::stop_token& stop) { watch(stop); }) {}

std::optional<LogLoss> LogWatch::loss() const {
  const MutexLock lock(mutex_);
  return loss_;
}

bool LogWatch::is_disturbed() const {
  const MutexLock lock(mutex_);
  return loss_ || (back_ && ms_between(*back_, clock_.monotonic_now()) < kSettleMs);
}

void LogWatch::wait_until_back(const std::stop_token& stop, milliseconds time) {
  const MutexLock lock(mutex_);
  changed_.wait_for(mutex_, stop, time, [this]() REQUIRES(mutex_) { return !loss_.has_value(); });
}

void LogWatch::watch(const std::stop_token& stop) noexcept {
  while (!stop.stop_requested()) {
    const Status answer = admin_.probe(kProbeTime);
    answer.ok() ? note_answer() : note_failure(answer.error());
    const MutexLock lock(mutex_);
    changed_.pause(mutex_, stop, answer.ok() ? kBetweenProbes : kAfterFailure);
  }
}

void LogWatch::note_answer() {
  const MutexLock lock(mutex_);
  const MonotonicTime now = clock_.monotonic_now();
  if (loss_) {
    LogLine(LogLevel::kInfo, "log_back").with("log", admin_.description()).with("away_ms", ms_between(answered_, now));
    loss_.reset();
    back_ = now;
    changed_.notify_all();
  }
  answered_ = now;
  answered_wall_ = clock_.wall_now();
}

void LogWatch::note_failure(const Error& error) {
  const MutexLock lock(mutex_);
  if (loss_) {
    loss_->cause = error.message;
    return;
  }
  if (ms_between(answered_, clock_.monotonic_now()) < kLostAfterMs) {
    return;
  }
  loss_ = LogLoss{answered_wall_, error.message};
  LogLine(LogLevel::kWarning, "log_lost")
      .with("code", error.code)
      .with("log", admin_.description())
      .with("since", format_time(answered_wall_.value()))
      .with("message", error.message + " Waiting until it answers again.");
}

}  // namespace turnstream::log
