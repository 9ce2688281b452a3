#pragma once
// RunHealth: the answers of a running pipeline on /healthz, /readyz, /metrics and /status. Healthy: at the last check
// no transaction hung in a watched topic. Ready: the log answers, every worker has its partitions and their state, and
// recall has not stopped. Its own thread checks hanging transactions, lag and disk about four times in each transaction
// time-out, and the lag also after requests for metrics or status. Threads: answers any. Lifetime: borrows supervisor,
// client, meters, metrics and clock.

#include <cstdint>
#include <string>
#include <thread>
#include <vector>

#include "app/http/http_route.h"
#include "app/log_access/open_transactions.h"
#include "app/run/recall_meters.h"
#include "app/run/run_meters.h"
#include "pipeline/base/clock.h"
#include "pipeline/base/metrics.h"
#include "pipeline/base/mutex.h"
#include "pipeline/log/client.h"
#include "pipeline/model/topic_names.h"
#include "pipeline/runtime/supervisor.h"

namespace turnstream::app {

struct HealthConfig {
  const Clock& clock;
  std::vector<std::string> watched_topics;
  std::vector<std::string> foreign_topics;  ///< the turns topics, which other programs write
  std::int64_t transaction_timeout_ms = 10'000;
  std::string bootstrap;
};

class RunHealth {
 public:
  /// `recall`: null if the process does not run recall.
  RunHealth(HealthConfig config, log::Client& client, const runtime::Supervisor& supervisor, RunMeters& meters,
            Metrics& metrics, RecallMeters* recall);
  RunHealth(const RunHealth&) = delete;
  RunHealth& operator=(const RunHealth&) = delete;
  ~RunHealth() = default;

  /// GET /healthz, /readyz, /metrics and /status.
  HttpRoutes routes();

  HttpAnswer healthz() const;
  HttpAnswer readyz() const;
  HttpAnswer metrics_text();
  HttpAnswer status();

 private:
  void take_metrics();
  void take_lag();
  void watch(const std::stop_token& stop) noexcept;
  void check_transactions(OpenSince& since);
  bool wait_for_request(std::int64_t until_us, const std::stop_token& stop);
  void report(const std::vector<StandingStill>& hanging);

  HealthConfig config_;
  log::Client& client_;
  const runtime::Supervisor& supervisor_;
  RunMeters& meters_;
  Metrics& metrics_;
  RecallMeters* const recall_;
  mutable Mutex mutex_;
  ConditionVariable changed_;
  bool requested_ GUARDED_BY(mutex_) = false;  ///< a request for metrics or status came that the thread has not seen
  std::string hanging_ GUARDED_BY(mutex_);     ///< a line of advice for each partition with a hanging transaction
  std::jthread thread_;
};

}  // namespace turnstream::app
