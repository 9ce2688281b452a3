#pragma once
// Worker: one consumer, one transactional producer and the partitions that the group gives them. START HERE: worker.cpp
// holds the order of effects of the whole system in one place.
// A worker is crash-only: after any error it is destroyed and a new one starts from what is committed. Destruction
// never commits anything.
// Threads: step() is called by one thread; status() by any.

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/log/client.h"
#include "pipeline/runtime/common/crash_points.h"
#include "pipeline/runtime/common/meters.h"
#include "pipeline/runtime/common/processor.h"
#include "pipeline/runtime/watchdog.h"

namespace turnstream::runtime {

/// For init_transactions: the longest of the calls that are watched.
inline constexpr log::milliseconds kInitTimeout{30'000};

struct WorkerConfig {
  log::ConsumerConfig consumer;
  std::string transactional_id;
  CommitPolicy commit;
  std::int64_t transaction_timeout_ms = 10'000;
  std::int64_t poll_ms_max = 100;      ///< longest wait in one step; 0 in the simulation
  std::size_t restore_records = 2000;  ///< applied between two polls
  int number = 0;                      ///< among the workers of its group
  std::string label;                   ///< its group, in metrics
  Metrics* metrics = nullptr;          ///< may be null
};

/// What an onlooker may know of a worker.
struct WorkerStatus {
  bool ready = false;                          ///< assigned and restored
  bool restoring = false;                      ///< assigned, not yet restored
  bool idle = false;                           ///< no transaction open, nothing waiting
  std::size_t assigned = 0;                    ///< input partitions
  std::vector<log::Position> ends;             ///< read-committed ends that were reached, by input partition
  std::vector<log::TopicPartition> held_back;  ///< inputs that wait for something else to come
  std::int64_t records = 0;
  std::int64_t commits = 0;
  std::int64_t steps = 0;
  std::int64_t restore_total = 0;   ///< changelog offsets of the last restore
  std::int64_t restore_left = 0;    ///< of them still to be looked at
  std::int64_t transaction_ms = 0;  ///< age of the open transaction; 0 = none
};

class Worker {
 public:
  /// Borrows all but the processor; they must outlive the worker. `crash_points` may be null.
  Worker(WorkerConfig config, log::Client& client, std::unique_ptr<Processor> processor, const Clock& clock,
         Watchdog& watchdog, CrashPoints* crash_points);
  ~Worker();

  /// Polls once and does what follows from it. Any error is the end of this worker; the reaction says what to do.
  Status step();
  /// Commits what is processed, within the time-out, and leaves the group.
  Status stop(log::milliseconds timeout);
  /// After an error with kRebuildState: the next worker rebuilds the local state from the changelog.
  Status distrust_state() { return processor_->distrust_state(); }
  [[nodiscard]] WorkerStatus status() const;
  /// As it is now; for the thread that calls step().
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
  [[nodiscard]] log::milliseconds poll_timeout() const;
  void note_transaction() noexcept;
  Status publish_status();

  WorkerConfig config_;
  log::Client& client_;
  const Clock& clock_;
  Watchdog& watchdog_;
  CrashPoints* crash_points_;
  // Destroyed in reverse: the processor holds records of the consumer.
  std::unique_ptr<log::TransactionalProducer> producer_;
  std::unique_ptr<log::Consumer> consumer_;
  std::unique_ptr<Processor> processor_;
  std::unique_ptr<WorkerTransaction> transaction_;
  bool restoring_ = false;
  bool started_ = false;
  bool busy_ = false;  ///< the last step brought something: do not wait in the next
  WorkerMeter meter_;
  std::atomic<std::int64_t> open_since_us_{0};  ///< 0: no transaction is open
  WorkerStatus now_;
  mutable std::mutex mutex_;
  WorkerStatus published_;
};

}  // namespace turnstream::runtime
