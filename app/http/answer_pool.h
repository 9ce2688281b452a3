#pragma once
// AnswerPool: runs the handlers that may wait, each on one of a few threads, in the order of their requests. Every job
// that it takes is called, also those that are still queued when it stops: they find their stop_token requested and must
// then return at once. Threads: any; owns its own. Lifetime: what a job uses must live until the job was called, at the
// latest until the end of stop().

#include <cstddef>
#include <deque>
#include <functional>
#include <stop_token>
#include <thread>
#include <vector>

#include "pipeline/base/mutex.h"

namespace turnstream::app {

struct AnswerPoolLimits {
  std::size_t threads = 16;  ///< each waiting handler has one
  std::size_t queued_max = 64;
};

class AnswerPool {
 public:
  /// Must not throw.
  using Job = std::function<void(const std::stop_token&)>;

  explicit AnswerPool(AnswerPoolLimits limits);
  AnswerPool(const AnswerPool&) = delete;
  AnswerPool& operator=(const AnswerPool&) = delete;
  ~AnswerPool();

  /// Queues the job; false, and the job is not called, if the queue is full, there are no threads, or stop() was called.
  bool submit(Job job) noexcept;
  /// Requests a stop of all jobs, calls those that are queued, and waits until all have returned.
  void stop();

 private:
  void run(const std::stop_token& stop) noexcept;

  const AnswerPoolLimits limits_;
  Mutex mutex_;
  ConditionVariable changed_;
  bool stopped_ GUARDED_BY(mutex_) = false;
  std::deque<Job> queued_ GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;  ///< the last member, because the threads use those above
};

}  // namespace turnstream::app
