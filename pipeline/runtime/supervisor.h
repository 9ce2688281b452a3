#pragma once
// Supervisor: the workers of one process. It makes the workers of each group and runs each on its own thread. After an
// error it replaces the worker if the reaction and the RestartPolicy allow that; otherwise the error is fatal: wait()
// returns, and the caller must end the process. It also detects when all inputs are drained. Threads: one thread calls
// all functions but status() and failure(), which any may call. Lifetime: borrows the environment and crash_points.

#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/base/mutex.h"
#include "pipeline/log/log_watch.h"
#include "pipeline/runtime/common/stage_environment.h"
#include "pipeline/runtime/intake/intake_processor.h"
#include "pipeline/runtime/restart_policy.h"
#include "pipeline/runtime/task/stage_processor.h"
#include "pipeline/runtime/topic_check.h"
#include "pipeline/runtime/worker.h"

namespace turnstream::runtime {

struct SupervisorConfig {
  bool intake = true;
  std::vector<StageGroup> groups;
  int workers = 1;  ///< the number of workers of each group; intake under the event clock has only one
  std::string instance;
  bool static_membership = true;
  IntakeConfig intake_config;
  LogClock* log_clock = nullptr;  ///< the clock of intake; null only without intake
  CommitPolicy commit;
  std::int64_t transaction_timeout_ms = 10'000;
  std::int64_t watchdog_ms = 60'000;  ///< how long a watched call may last after its time-out; 0 = no watchdog
  RestartLimits restarts;
  /// The topics that must exist: TopicCheck checks them after a worker's error. Empty: no check.
  std::vector<std::string> topics;
  CrashPoints* crash_points = nullptr;  ///< for the stages' workers, each on its own thread; may be null
};

struct NamedStatus {
  std::string group;
  int worker = 0;
  std::vector<std::string> inputs;
  WorkerStatus status;
  int restarts = 0;
};

class Supervisor {
 public:
  Supervisor(SupervisorConfig config, const StageEnvironment& environment);
  ~Supervisor();

  void start();
  /// Blocks until all workers have processed all records of their inputs, except of those in Processor::held_back(), or
  /// until `stop` or a fatal error. In the first case it calls await_markers() and returns true.
  bool wait_until_drained(const std::stop_token& stop);
  /// Blocks until `stop` or a fatal error.
  void wait(const std::stop_token& stop);
  /// Makes each worker commit its open transaction and close its clients (`timeout` bounds only the close of the
  /// consumer); joins the threads. Returns failure().
  std::optional<Error> stop(log::milliseconds timeout);
  /// Since when and why the log does not answer; absent while it answers.
  [[nodiscard]] std::optional<log::LogLoss> log_loss() const { return log_watch_.loss(); }
  /// The first fatal error so far; none if there is none.
  [[nodiscard]] std::optional<Error> failure() const;
  [[nodiscard]] std::vector<NamedStatus> status() const;

 private:
  /// One thread and the worker that runs on it.
  struct Runner {
    std::string group;
    int number = 0;
    std::vector<std::string> inputs;
    const StageGroup* stages = nullptr;  ///< the group's stages; null: this runner is of intake
    bool rebuilt = false;  ///< a rebuild of the state was begun, without a commit since; only its thread uses this
    mutable Mutex mutex;
    std::shared_ptr<Worker> worker GUARDED_BY(mutex);  ///< the worker of the current session; null between two
    int restarts GUARDED_BY(mutex) = 0;
    std::jthread thread;
  };
  void run(Runner& runner, const std::stop_token& stop) noexcept;
  Status run_session(Worker& worker, const std::stop_token& stop);
  std::shared_ptr<Worker> make_worker(const Runner& runner);
  /// Prepares the next session as the error's reaction requires. Returns an error if the process must end instead.
  Status recover(Runner& runner, Worker& worker, const Error& error);
  static bool is_of_unknown_topic(const Error& error);
  /// The wait before the worker's next session, in milliseconds; an error if there must not be a next session.
  Result<std::int64_t> plan_restart(Runner& runner, Worker& worker, RestartPolicy& policy, SessionEnd session,
                                    const std::stop_token& stop);
  /// Waits `wait`, and then while the log is lost. False after a fatal error: the outage lasted too long.
  bool pause_before_next(RestartPolicy& policy, log::milliseconds wait, const std::stop_token& stop);
  Status wait_for_log(RestartPolicy& policy, const std::stop_token& stop);
  void retire(std::shared_ptr<Worker> worker);
  void fail(Error error);
  bool drained();
  /// Waits for a limited time until readers can read to the ends of SupervisorConfig::topics: the broker confirms a
  /// commit before it has written the commit markers into all partitions.
  void await_markers(const std::stop_token& stop);
  bool drained_to_end(const Runner& runner);

  SupervisorConfig config_;
  const StageEnvironment& environment_;
  TopicCheck topic_check_;
  log::LogWatch log_watch_;
  Watchdog watchdog_;  ///< after log_watch_, which it asks
  std::vector<std::unique_ptr<Runner>> runners_;
  log::milliseconds stop_timeout_{5'000};
  mutable Mutex mutex_;
  ConditionVariable changed_;
  std::optional<Error> failure_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::runtime
