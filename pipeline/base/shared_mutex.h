#pragma once
// SharedMutex: any number of readers at once, or one writer. A writer that waits goes before readers that come later, so
// that a stream of readers does not keep it out; readers that wait when a writer ends go before the next writer. Annotated for clang's thread safety analysis as in mutex.h. Threads: any;
// not recursive. Lifetime: locks borrow the mutex.

#include <cstdint>

#include "pipeline/base/mutex.h"

#define REQUIRES_SHARED(mutex) TS_THREAD_ANNOTATION(requires_shared_capability(mutex))

namespace turnstream {

class CAPABILITY("mutex") SharedMutex {
 public:
  void lock() ACQUIRE() {
    const MutexLock lock(mutex_);
    ++writers_waiting_;
    changed_.wait(mutex_, [this]() REQUIRES(mutex_) { return readers_ == 0 && !is_written_ && passes_ == 0; });
    --writers_waiting_;
    is_written_ = true;
  }
  void unlock() RELEASE() {
    const MutexLock lock(mutex_);
    is_written_ = false;
    passes_ = readers_waiting_;
    changed_.notify_all();
  }
  void lock_shared() TS_THREAD_ANNOTATION(acquire_shared_capability()) {
    const MutexLock lock(mutex_);
    ++readers_waiting_;
    changed_.wait(mutex_, [this]() REQUIRES(mutex_) { return !is_written_ && (writers_waiting_ == 0 || passes_ > 0); });
    --readers_waiting_;
    passes_ -= passes_ > 0 ? 1 : 0;
    ++readers_;
  }
  void unlock_shared() TS_THREAD_ANNOTATION(release_shared_capability()) {
    const MutexLock lock(mutex_);
    --readers_;
    if (readers_ == 0) {
      changed_.notify_all();
    }
  }

 private:
  Mutex mutex_;
  ConditionVariable changed_;
  std::int64_t readers_ GUARDED_BY(mutex_) = 0;
  std::int64_t readers_waiting_ GUARDED_BY(mutex_) = 0;
  std::int64_t writers_waiting_ GUARDED_BY(mutex_) = 0;
  std::int64_t passes_ GUARDED_BY(mutex_) = 0;  ///< readers that go before the next writer
  bool is_written_ GUARDED_BY(mutex_) = false;
};

/// Locks for reading in its constructor and unlocks in its destructor.
class SCOPED_CAPABILITY ReadLock {
 public:
  explicit ReadLock(SharedMutex& mutex) TS_THREAD_ANNOTATION(acquire_shared_capability(mutex)) : mutex_(mutex) {
    mutex_.lock_shared();
  }
  ~ReadLock() TS_THREAD_ANNOTATION(release_generic_capability()) { mutex_.unlock_shared(); }
  ReadLock(const ReadLock&) = delete;
  ReadLock& operator=(const ReadLock&) = delete;

 private:
  SharedMutex& mutex_;
};

/// Locks for writing in its constructor and unlocks in its destructor.
class SCOPED_CAPABILITY WriteLock {
 public:
  explicit WriteLock(SharedMutex& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~WriteLock() RELEASE() { mutex_.unlock(); }
  WriteLock(const WriteLock&) = delete;
  WriteLock& operator=(const WriteLock&) = delete;

 private:
  SharedMutex& mutex_;
};

}  // namespace turnstream
