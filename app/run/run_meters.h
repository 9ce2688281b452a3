#pragma once
// RunMeters: the metrics of a running process that workers and stages do not count themselves: its identity, the state
// of its workers and stages, their lag, its memory, CPU and disk, and hanging transactions. It also makes the report
// for /status out of the metrics. Threads: any. No lock is held while the log answers. Lifetime: borrows the metrics,
// the clock and the store.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "app/status/process_status.h"
#include "pipeline/base/log_clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/supervisor.h"
#include "pipeline/store/rocks_store.h"

namespace turnstream::app {

/// A stage that runs in this process; intake counts as a stage of phase 0.
struct StagePlace {
  std::string stage;
  std::string group;
  int phase = 0;
};

struct RunIdentity {
  const LogClock& clock;
  const store::RocksStore& store;
  model::TopicNames names;
  std::string state_directory;
  std::string instance;
  std::string grouping;
  std::vector<StagePlace> stages;
  std::string log;  ///< Admin::description()
};

class RunMeters {
 public:
  RunMeters(RunIdentity identity, Metrics& metrics);

  /// Sets the metrics that need neither the log nor the disk. Called before each answer on /metrics and /status.
  void take(const std::vector<runtime::NamedStatus>& workers, const std::optional<log::LogLoss>& loss);
  /// The report for /status, from the present values of the metrics: those set here, and those that workers count.
  [[nodiscard]] ProcessStatus status() const;
  /// Reads the lags from the log and sets their metrics. After an error the remaining ones keep their values.
  void take_lag(log::Admin& admin, const std::vector<runtime::NamedStatus>& workers);
  void take_disk();
  void take_hanging(std::size_t partitions);

 private:
  void show(const char* name, const char* help, double value, const MetricLabels& labels = {});
  void raise(const char* name, const char* help, double value, const MetricLabels& labels = {});
  void take_worker(const runtime::NamedStatus& worker);
  void take_states(const std::vector<runtime::NamedStatus>& workers);
  void take_process() REQUIRES(mutex_);
  void take_clock();
  [[nodiscard]] double newest_log_time() const;
  [[nodiscard]] StageStatus stage_status(const StagePlace& place) const;
  [[nodiscard]] std::optional<double> value(const char* name, const MetricLabels& labels = {}) const;

  const RunIdentity identity_;
  Metrics& metrics_;
  mutable Mutex mutex_;
  std::optional<MonotonicTime> lag_seen_ GUARDED_BY(mutex_);
  std::optional<log::LogLoss> loss_ GUARDED_BY(mutex_);  ///< as of the last take()
};

}  // namespace turnstream::app
