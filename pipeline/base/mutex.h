#pragma once
// Mutex, MutexLock and ConditionVariable: the standard ones, annotated for clang's thread safety analysis. A member
// declared GUARDED_BY(mutex_) may be used only while mutex_ is held, a function declared REQUIRES(mutex_) may be called
// only then; clang with -Wthread-safety checks this, other compilers ignore the annotations.
// Threads: any. Lifetime: a lock and a wait borrow the mutex.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>

#if defined(__clang__)
#define TS_THREAD_ANNOTATION(annotation) __attribute__((annotation))
#else
#define TS_THREAD_ANNOTATION(annotation)
#endif

#define CAPABILITY(name) TS_THREAD_ANNOTATION(capability(name))
#define SCOPED_CAPABILITY TS_THREAD_ANNOTATION(scoped_lockable)
#define GUARDED_BY(mutex) TS_THREAD_ANNOTATION(guarded_by(mutex))
#define PT_GUARDED_BY(mutex) TS_THREAD_ANNOTATION(pt_guarded_by(mutex))
#define REQUIRES(mutex) TS_THREAD_ANNOTATION(requires_capability(mutex))
#define ACQUIRE(...) TS_THREAD_ANNOTATION(acquire_capability(__VA_ARGS__))
#define RELEASE(...) TS_THREAD_ANNOTATION(release_capability(__VA_ARGS__))
#define NO_THREAD_SAFETY_ANALYSIS TS_THREAD_ANNOTATION(no_thread_safety_analysis)

namespace turnstream {

class CAPABILITY("mutex") Mutex {
 public:
  void lock() ACQUIRE() { mutex_.lock(); }
  void unlock() RELEASE() { mutex_.unlock(); }

 private:
  std::mutex mutex_;
};

/// Locks the mutex in its constructor and unlocks it in its destructor.
class SCOPED_CAPABILITY MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ACQUIRE(mutex) : mutex_(mutex) { mutex_.lock(); }
  ~MutexLock() RELEASE() { mutex_.unlock(); }
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;

 private:
  Mutex& mutex_;
};

/// The mutex must be held. A wait releases it while it blocks, and holds it again when it returns. A condition is
/// called with the mutex held: write it as `[this]() REQUIRES(mutex_) { return … }`.
class ConditionVariable {
 public:
  void notify_all() noexcept { changed_.notify_all(); }

  /// Waits until notify_all() is called, at most for `time`. It may also return earlier (spurious wake-up).
  template <typename Duration>
  void wait_for(Mutex& mutex, Duration time) REQUIRES(mutex) {
    changed_.wait_for(mutex, time);
  }
  template <typename Condition>
  void wait(Mutex& mutex, Condition condition) REQUIRES(mutex) {
    changed_.wait(mutex, std::move(condition));
  }
  /// Waits until the condition holds or a stop is requested; returns whether the condition holds.
  template <typename Condition>
  bool wait(Mutex& mutex, const std::stop_token& stop, Condition condition) REQUIRES(mutex) {
    return changed_.wait(mutex, stop, std::move(condition));
  }
  /// As wait() with `stop`, but waits at most for `time`.
  template <typename Duration, typename Condition>
  bool wait_for(Mutex& mutex, const std::stop_token& stop, Duration time, Condition condition) REQUIRES(mutex) {
    return changed_.wait_for(mutex, stop, time, std::move(condition));
  }
  /// Waits for `time`, but only until a stop is requested. notify_all() does not end the wait.
  template <typename Duration>
  void pause(Mutex& mutex, const std::stop_token& stop, Duration time) REQUIRES(mutex) {
    changed_.wait_for(mutex, stop, time, [] { return false; });
  }

 private:
  std::condition_variable_any changed_;
};

}  // namespace turnstream
