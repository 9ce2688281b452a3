#include "pipeline/log/kafka/connection_failure.h"

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"

namespace turnstream::log::kafka {
namespace {

constexpr std::int64_t kRecentUs = 10'000'000;

class LastFailure {
 public:
  void note(std::string_view text) {
    const MutexLock lock(mutex_);
    text_ = text;
    at_ = SystemClock().monotonic_now();
  }

  std::string recent() {
    const MutexLock lock(mutex_);
    return SystemClock().monotonic_now().value() - at_.value() < kRecentUs ? text_ : std::string();
  }

 private:
  Mutex mutex_;
  std::string text_ GUARDED_BY(mutex_);
  MonotonicTime at_ GUARDED_BY(mutex_);
};

/// One for the process: its handles have the same brokers, and librdkafka logs from threads of its own.
LastFailure& last() {
  static LastFailure failure;
  return failure;
}

}  // namespace

void note_connection_failure(std::string_view text) {
  // librdkafka's lines begin with the name of one of its threads: "[thrd:main]: ".
  if (text.starts_with("[thrd:")) {
    const std::size_t end = text.find("]: ");
    text.remove_prefix(end == std::string_view::npos ? 0 : end + 3);
  }
  last().note(text);
}

std::string recent_connection_failure() {
  const std::string text = last().recent();
  return text.empty() ? text : " (" + text + ")";
}

}  // namespace turnstream::log::kafka
