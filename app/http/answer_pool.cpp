#include "app/http/answer_pool.h"

#include <new>

namespace turnstream::app {

AnswerPool::AnswerPool(AnswerPoolLimits limits) : limits_(limits) {
  for (std::size_t i = 0; i < limits_.threads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stop) { run(stop); });
  }
}

AnswerPool::~AnswerPool() {
  stop();
}

bool AnswerPool::submit(Job job) noexcept {
  const MutexLock lock(mutex_);
  if (stopped_ || limits_.threads == 0 || queued_.size() >= limits_.queued_max) {
    return false;
  }
  try {
    queued_.push_back(std::move(job));
  } catch (const std::bad_alloc&) {
    return false;
  }
  changed_.notify_all();
  return true;
}

void AnswerPool::stop() {
  {
    const MutexLock lock(mutex_);
    stopped_ = true;
  }
  for (std::jthread& thread : threads_) {
    thread.request_stop();
  }
  threads_.clear();  // joins them
}

/// After a stop the thread continues until the queue is empty.
void AnswerPool::run(const std::stop_token& stop) noexcept {
  while (true) {
    Job job;
    {
      const MutexLock lock(mutex_);
      if (!changed_.wait(mutex_, stop, [this]() REQUIRES(mutex_) { return !queued_.empty(); })) {
        return;
      }
      job = std::move(queued_.front());
      queued_.pop_front();
    }
    job(stop);
  }
}

}  // namespace turnstream::app
