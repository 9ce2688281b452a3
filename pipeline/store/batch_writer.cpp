#include "pipeline/store/batch_writer.h"

#include <pthread.h>

namespace turnstream::store {

ThreadWriter::ThreadWriter(KeyValueStore& store) : store_(store), thread_([this] { run(); }) {}

ThreadWriter::~ThreadWriter() {
  {
    const MutexLock lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ThreadWriter::submit(std::unique_ptr<Batch> batch) {
  {
    const MutexLock lock(mutex_);
    CHECK(!busy_);
    batch_ = std::move(batch);
    busy_ = true;
  }
  changed_.notify_all();
}

Status ThreadWriter::wait() {
  const MutexLock lock(mutex_);
  changed_.wait(mutex_, [this]() REQUIRES(mutex_) { return !busy_; });
  return std::exchange(status_, Status());
}

void ThreadWriter::run() noexcept {
  pthread_setname_np(pthread_self(), "store-writer");
  while (true) {
    std::unique_ptr<Batch> batch;
    {
      const MutexLock lock(mutex_);
      changed_.wait(mutex_, [this]() REQUIRES(mutex_) { return batch_ != nullptr || stopping_; });
      batch = std::move(batch_);
    }
    if (batch == nullptr) {
      return;
    }
    auto status = store_.write(*batch);
    const MutexLock lock(mutex_);
    status_ = std::move(status);
    busy_ = false;
    changed_.notify_all();
  }
}

}  // namespace turnstream::store
