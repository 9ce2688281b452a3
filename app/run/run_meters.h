#pragma once
// RunMeters: what /metrics says of a running process beside what workers and stages count themselves: who it is, what
// its workers and stages are doing, their lag, its memory, CPU and disk. Threads: any; all under one lock but for the
// log's answers. Lifetime: borrows the metrics, the clock and the store.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/supervisor.h"
#include "pipeline/store/rocks_store.h"

namespace turnstream::app {

/// A stage that runs here. Intake is one, of phase 0.
struct StagePlace {
  std::string stage;
  std::string group;
  int phase = 0;
};

struct RunIdentity {
  const Clock& clock;
  const store::RocksStore& store;
  model::TopicNames names;
  std::string state_directory;
  std::string instance;
  std::string grouping;
  std::vector<StagePlace> stages;
};

class RunMeters {
 public:
  RunMeters(RunIdentity identity, Metrics& metrics);

  /// What changes all the time: for each answer.
  void take(const std::vector<runtime::NamedStatus>& workers);
  /// What the log and the disk must be asked for: now and then.
  void take_lag(log::Admin& admin, const std::vector<runtime::NamedStatus>& workers);
  void take_disk();
  void take_hanging(std::size_t partitions);

 private:
  void show(const char* name, const char* help, std::int64_t value, const MetricLabels& labels = {});
  void take_worker(const runtime::NamedStatus& worker);
  void take_states(const std::vector<runtime::NamedStatus>& workers);
  void take_process() REQUIRES(mutex_);

  const RunIdentity identity_;
  Metrics& metrics_;
  Mutex mutex_;
  std::optional<MonotonicTime> lag_seen_ GUARDED_BY(mutex_);
};

}  // namespace turnstream::app
