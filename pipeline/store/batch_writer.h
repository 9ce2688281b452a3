#pragma once
// BatchWriter: writes one batch at a time to the store. InlineWriter writes in submit() (simulation, tests);
// ThreadWriter writes on a thread of its own, so that it writes the batch of transaction N while the worker processes
// transaction N + 1. Borrows the store, which must outlive it; ThreadWriter's destructor waits until a submitted batch
// is written. Threads: the worker calls submit() and wait().

#include <memory>
#include <optional>
#include <thread>

#include "pipeline/base/mutex.h"
#include "pipeline/store/key_value_store.h"

namespace turnstream::store {

class BatchWriter {
 public:
  virtual ~BatchWriter() = default;
  /// Takes a batch to write. Precondition: wait() was called after the previous submit().
  virtual void submit(std::unique_ptr<Batch> batch) = 0;
  /// Blocks until the write of the submitted batch has ended, and returns its result. Success without a batch.
  virtual Status wait() = 0;
};

class InlineWriter final : public BatchWriter {
 public:
  explicit InlineWriter(KeyValueStore& store) : store_(store) {}
  void submit(std::unique_ptr<Batch> batch) override { status_ = store_.write(*batch); }
  Status wait() override { return std::exchange(status_, Status()); }

 private:
  KeyValueStore& store_;
  Status status_;
};

class ThreadWriter final : public BatchWriter {
 public:
  explicit ThreadWriter(KeyValueStore& store);
  ~ThreadWriter() override;
  void submit(std::unique_ptr<Batch> batch) override;
  Status wait() override;

 private:
  void run() noexcept;

  KeyValueStore& store_;
  Mutex mutex_;
  ConditionVariable changed_;
  std::unique_ptr<Batch> batch_ GUARDED_BY(mutex_);
  bool busy_ GUARDED_BY(mutex_) = false;
  bool stopping_ GUARDED_BY(mutex_) = false;
  Status status_ GUARDED_BY(mutex_);
  std::thread thread_;
};

}  // namespace turnstream::store
