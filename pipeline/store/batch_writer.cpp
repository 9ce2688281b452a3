#include "pipeline/store/batch_writer.h"

#include <pthread.h>

namespace turnstream::store {

ThreadWriter::ThreadWriter(KeyValueStore& store) : store_(store), thread_([this] { run(); }) {}

ThreadWriter::~ThreadWriter() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void ThreadWriter::submit(std::unique_ptr<Batch> batch) {
  {
    const std::lock_guard lock(mutex_);
    CHECK(!busy_);
    batch_ = std::move(batch);
    busy_ = true;
  }
  changed_.notify_all();
}

Status ThreadWriter::wait() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !busy_; });
  return std::exchange(status_, Status());
}

void ThreadWriter::run() noexcept {
  pthread_setname_np(pthread_self(), "store-writer");
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return batch_ != nullptr || stopping_; });
    if (batch_ == nullptr) {
      return;
    }
    const auto batch = std::move(batch_);
    lock.unlock();
    auto status = store_.write(*batch);
    lock.lock();
    status_ = std::move(status);
    busy_ = false;
    changed_.notify_all();
  }
}

}  // namespace turnstream::store
