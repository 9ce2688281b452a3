#pragma once
// Gate: holds handlers until a test opens it. Threads: any. Waits of the test are bounded by 60 s.

#include <stop_token>

#include "pipeline/base/mutex.h"

namespace turnstream::app {

class Gate {
 public:
  /// Waits until the gate is open; false if a stop was requested before.
  bool pass(const std::stop_token& stop) {
    const MutexLock lock(mutex_);
    ++entered_;
    changed_.notify_all();
    return changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return open_; });
  }
  void open() {
    const MutexLock lock(mutex_);
    open_ = true;
    changed_.notify_all();
  }
  /// Waits until so many have come to the gate since it exists.
  bool wait_for_entered(int count) {
    const MutexLock lock(mutex_);
    return changed_.wait_for(mutex_, std::stop_token(), std::chrono::seconds(60),
                             [&]() REQUIRES(mutex_) { return entered_ >= count; });
  }
  int entered() {
    const MutexLock lock(mutex_);
    return entered_;
  }

 private:
  Mutex mutex_;
  ConditionVariable changed_;
  bool open_ GUARDED_BY(mutex_) = false;
  int entered_ GUARDED_BY(mutex_) = 0;
};

}  // namespace turnstream::app
