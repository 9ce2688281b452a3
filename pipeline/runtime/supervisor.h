#pragma once
// Supervisor: the workers of one process: which groups run here, a thread for each worker, restarts with back-off after
// an error whose reaction allows it, and the end of the process after one that does not. Knows when everything is
// drained. Threads: start(), wait_*(), stop() are called by one thread (the program's main); status() by any. Lifetime:
// borrows the environment and its client; stop() before either ends.

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "pipeline/runtime/common/stage_environment.h"
#include "pipeline/runtime/intake/intake_processor.h"
#include "pipeline/runtime/restart_policy.h"
#include "pipeline/runtime/task/stage_processor.h"
#include "pipeline/runtime/worker.h"

namespace turnstream::runtime {

struct SupervisorConfig {
  bool intake = true;
  std::vector<StageGroup> groups;
  int workers = 1;  ///< a group; intake under the event clock always has one
  std::string instance;
  bool static_membership = true;
  IntakeConfig intake_config;
  CommitPolicy commit;
  std::int64_t transaction_timeout_ms = 10'000;
  std::int64_t watchdog_ms = 60'000;  ///< longer than its time-out a transaction call may hang; 0 = no watchdog
  RestartLimits restarts;
  /// Without one of these no session can succeed: when one is gone, the process ends and names it. Empty: not looked
  /// at.
  std::vector<std::string> topics;
  CrashPoints* crash_points = nullptr;  ///< of the stages' workers; called by several threads; null: nothing listens
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
  /// Blocks until all workers here have processed what was in their inputs when they were asked, intake first; or until
  /// `stop` or a failure. True when drained; what was written can be read then.
  bool wait_until_drained(const std::stop_token& stop);
  /// Blocks until `stop` or a failure.
  void wait(const std::stop_token& stop);
  /// Commits, leaves the groups and joins the threads, within `timeout`. The first fatal error, if there was one.
  std::optional<Error> stop(log::milliseconds timeout);
  /// The first fatal error so far.
  [[nodiscard]] std::optional<Error> failure() const;
  [[nodiscard]] std::vector<NamedStatus> status() const;

 private:
  /// One worker's thread. `worker` and `restarts` are read and written under `mutex_`, the rest by its own thread.
  struct Runner {
    std::string group;
    int number = 0;
    std::vector<std::string> inputs;
    const StageGroup* stages = nullptr;  ///< null: intake
    std::shared_ptr<Worker> worker;      ///< of the current session; replaced at each restart
    int restarts = 0;
    bool rebuilt = false;  ///< the local state was rebuilt and nothing committed since
    std::jthread thread;
  };
  void run(Runner& runner, const std::stop_token& stop) noexcept;
  Status run_session(Runner& runner, const std::stop_token& stop);
  std::unique_ptr<Worker> make_worker(const Runner& runner);
  /// What the error's reaction asks for before the next session; an error when no session can mend it.
  Status recover(Runner& runner, const Error& error);
  /// "topic_missing" where that is what the error comes from: a client makes all kinds of errors of it.
  Status check_topics(const Error& error);
  /// How long to wait before the next session; an error when there is to be none.
  Result<std::int64_t> plan_restart(Runner& runner, RestartPolicy& policy, SessionEnd session);
  void retire(Runner& runner);
  void fail(Error error);
  bool drained();
  /// Waits, bounded, until readers see all that was committed: a commit is answered before its markers stand
  /// everywhere.
  void await_markers(const std::stop_token& stop);
  bool drained_to_end(const Runner& runner);

  SupervisorConfig config_;
  const StageEnvironment& environment_;
  Watchdog watchdog_;
  std::vector<std::unique_ptr<Runner>> runners_;
  log::milliseconds stop_timeout_{5'000};
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Error> failure_;
};

}  // namespace turnstream::runtime
