#include "pipeline/runtime/task/changelog_trimmer.h"

#include <algorithm>
#include <chrono>
#include <pthread.h>

#include "pipeline/base/log_line.h"

namespace turnstream::runtime {
namespace {

constexpr std::chrono::seconds kBeforeNextTry{30};

}  // namespace

ChangelogTrimmer::ChangelogTrimmer(log::Admin& admin, log::milliseconds timeout, bool in_background)
    : admin_(admin), timeout_(timeout) {
  if (in_background) {
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  }
}

ChangelogTrimmer::~ChangelogTrimmer() {
  if (thread_.joinable()) {
    thread_.request_stop();
    thread_.join();
  }
}

void ChangelogTrimmer::add(const std::vector<log::Position>& heads) {
  if (heads.empty()) {
    return;
  }
  {
    const MutexLock lock(mutex_);
    for (const log::Position& head : heads) {
      auto& before = waiting_[head.where];
      before = std::max(before, head.next);
    }
  }
  if (thread_.joinable()) {
    changed_.notify_all();
  } else {
    trim();
  }
}

bool ChangelogTrimmer::trim() {
  std::vector<log::Position> heads;
  {
    const MutexLock lock(mutex_);
    for (const auto& [where, before] : waiting_) {
      heads.push_back({where, before});
    }
  }
  if (heads.empty()) {
    return true;
  }
  if (const Status done = admin_.delete_records(heads, timeout_); !done.ok()) {
    LogLine(LogLevel::kWarning, "changelog_not_trimmed")
        .with("code", done.error().code)
        .with("message", done.error().message + " It is tried again.");
    return false;
  }
  const MutexLock lock(mutex_);
  for (const log::Position& head : heads) {
    if (const auto found = waiting_.find(head.where); found->second == head.next) {
      waiting_.erase(found);
    }
  }
  return true;
}

void ChangelogTrimmer::run(const std::stop_token& stop) noexcept {
  pthread_setname_np(pthread_self(), "trimmer");
  for (bool is_last = false; !is_last;) {
    {
      const MutexLock lock(mutex_);
      changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return !waiting_.empty(); });
    }
    is_last = stop.stop_requested();
    if (!trim() && !is_last) {
      const MutexLock lock(mutex_);
      changed_.pause(mutex_, stop, kBeforeNextTry);
      is_last = stop.stop_requested();  // A log that failed a moment ago does not delay the end.
    }
  }
}

}  // namespace turnstream::runtime
