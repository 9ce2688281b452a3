#pragma once
// Worker: one consumer, one transactional producer, and the partitions that the consumer group assigns to the consumer.
// START HERE: worker.cpp has the order of effects. A worker is crash-only: after any error it must be destroyed, and a
// new worker starts from what is committed. The destructor never commits.
// Threads: one thread calls all functions but status(), which any may call.

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/mutex.h"
#include "pipeline/base/watchdog.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/crash_points.h"
#include "pipeline/runtime/common/meters.h"
#include "pipeline/runtime/common/processor.h"

namespace turnstream::runtime {

/// The time-out of init_transactions.
inline constexpr log::milliseconds kInitTimeout{30'000};

struct WorkerConfig {
  log::ConsumerConfig consumer;
  std::string transactional_id;
  CommitPolicy commit;
  std::int64_t transaction_timeout_ms = 10'000;
  std::int64_t poll_ms_max = 100;      ///< longest wait for the consumer in one step; 0 in the simulation
  std::size_t restore_records = 2000;  ///< maximum for Processor::restore_step(), called once in a step
  int number = 0;                      ///< the number of this worker in its group, from 0
  std::string label;                   ///< the group's name in metrics, without namespace
  Metrics* metrics = nullptr;          ///< may be null
};

struct WorkerStatus {
  bool ready = false;                          ///< the worker has its partitions and their state
  bool restoring = false;                      ///< the worker has its partitions and restores their state
  bool idle = false;                           ///< ready, no open transaction, and Processor::idle()
  std::size_t assigned = 0;                    ///< number of assigned input partitions
  std::vector<log::Position> ends;             ///< each input that was read to its end, and the end at that time
  std::vector<log::TopicPartition> held_back;  ///< see Processor::held_back()
  std::int64_t records = 0;                    ///< process_one() calls that returned true
  std::int64_t commits = 0;                    ///< transactions committed by this worker
  std::int64_t steps = 0;                      ///< calls of step()
  std::int64_t restore_total = 0;              ///< number of offsets that the last restore had to read
  std::int64_t restore_left = 0;               ///< of these, the offsets that are not read yet
  std::int64_t transaction_ms = 0;             ///< age of the open transaction; 0 if none is open
};

class Worker {
 public:
  /// Borrows client, clock, watchdog and crash_points, which must outlive the worker. `crash_points` may be null.
  Worker(WorkerConfig config, log::Client& client, std::unique_ptr<Processor> processor, const Clock& clock,
         Watchdog& watchdog, CrashPoints* crash_points);
  ~Worker();

  /// Polls once, handles the event, processes ready records and commits if due; the first call opens the clients. After
  /// an error, whose reaction says what to do next, call no step() again.
  Status step();
  /// Commits the open transaction, then closes the consumer; `timeout` bounds only the close.
  Status stop(log::milliseconds timeout);
  /// After an error with kRebuildState: makes the next worker rebuild the local state from the changelog.
  Status distrust_state() { return processor_->distrust_state(); }
  [[nodiscard]] WorkerStatus status() const;
  // The current state; only for the thread that calls step().
  [[nodiscard]] bool is_ready() const { return now_.ready; }
  [[nodiscard]] bool has_committed() const { return now_.commits > 0; }

 private:
  Status open();
  Status restore();
  Status handle(log::Event event);
  Status on_assigned(const log::Assigned& assigned);
  Status on_revoked(const log::Revoked& revoked);
  Status apply_flow();
  Status process_ready();
  Status commit();
  Status reach(CrashPoint point) { return crash_points_ == nullptr ? Status() : crash_points_->reach(point); }
  Result<log::Event> poll(log::milliseconds timeout);
  [[nodiscard]] log::milliseconds poll_timeout() const;
  void note_transaction() noexcept;
  Status publish_status();
  /// Writes one line if the group assigns nothing for long, because the reason is not visible otherwise.
  void note_wait();

  WorkerConfig config_;
  log::Client& client_;
  const Clock& clock_;
  Watchdog& watchdog_;
  CrashPoints* crash_points_;
  // The destructor destroys the processor first: it holds records of the consumer.
  std::unique_ptr<log::TransactionalProducer> producer_;
  std::unique_ptr<log::Consumer> consumer_;
  std::unique_ptr<Processor> processor_;
  std::unique_ptr<WorkerTransaction> transaction_;
  bool restoring_ = false;
  bool started_ = false;
  bool busy_ = false;  ///< the last step had work, so the next one does not wait
  std::optional<MonotonicTime>
      joining_since_;  ///< absent after the first assignment, or after note_wait() wrote its line
  WorkerMeter meter_;
  std::atomic<std::int64_t> open_since_us_{0};  ///< when the open transaction began (MonotonicTime); 0: none
  WorkerStatus now_;
  mutable Mutex mutex_;
  WorkerStatus published_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::runtime
